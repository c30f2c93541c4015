#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

/// Damaged files: each must be read or be refused, and what is read must be sound.
namespace holdfast {
namespace {

using testing::bytes_of;
using testing::gzipped;
using testing::npy;

std::string csv_sample() {
  return "date,\"a, b\",\"two\nlines\",y\r\n2005-01-01,1,2.5,+1\n2005-01-02,\"-3e2\", 4 ,-1\n"
         "2005-01-03,,0.25,1\n\n2005-01-04,7,nan,\"do\"\"wn\"\n2005-01-05,\"8\",9, 2.\n";
}

std::string libsvm_sample() {
  return "# sparse\n+1 1:0.5 3:-2 10:1e3\n-1\n2.5 2:1 # note\n0 1:7 2:8 3:9\n";
}

std::string npy_sample(const std::string& descr, bool fortran) {
  const std::string header = "{'descr': '" + descr +
                             "', 'fortran_order': " + (fortran ? "True" : "False") +
                             ", 'shape': (3, 2), }\n";
  std::string payload;
  for (int i = 0; i < 6; ++i) {
    payload += descr == "<f8" ? bytes_of(i * 0.5, false)
                              : bytes_of(static_cast<std::int16_t>(i - 3), true);
  }
  return npy(header, payload, fortran ? '\x02' : '\x01');
}

std::string idx_sample() {
  std::string bytes("\0\0\x0C\x03", 4);
  for (const std::uint32_t extent : {3U, 1U, 2U}) bytes += bytes_of(extent, true);
  for (std::int32_t i = 0; i < 6; ++i) bytes += bytes_of(i - 3, true);
  return bytes;
}

char odd_byte(Random& random) {
  const std::string favourites("\0\xFF\n\r,;:\"'-+.eE#()0129 \t\x7F\x80", 25);
  return random.below(2) == 0 ? favourites[random.below(favourites.size())]
                              : static_cast<char>(random.bits());
}

std::string damaged(std::string bytes, Random& random) {
  const std::size_t wounds = 1 + random.below(4);
  for (std::size_t i = 0; i < wounds && !bytes.empty(); ++i) {
    const std::size_t at = random.below(bytes.size());
    const std::size_t length = 1 + random.below(std::min<std::size_t>(bytes.size() - at, 12));
    switch (random.below(6)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1U << random.below(8))); break;
      case 1: bytes[at] = odd_byte(random); break;
      case 2: bytes.insert(at, 1, odd_byte(random)); break;
      case 3: bytes.erase(at, length); break;
      case 4: bytes.insert(random.below(bytes.size()), bytes.substr(at, length)); break;
      default:
        if (random.below(4) == 0) bytes.resize(at);
    }
  }
  return bytes;
}

TableOptions random_options(Random& random) {
  TableOptions options;
  if (random.below(4) > 0) options.missing = Missing::drop;
  if (random.below(2) == 0) options.target_kind = TargetKind::label;
  if (random.below(3) == 0) options.target = random.below(2) == 0 ? "y" : "1";
  if (random.below(4) > 0) options.ignore = {"0"};
  return options;
}

void expect_sound(const Table& table, std::size_t unpacked_size) {
  EXPECT_GE(table.rows(), 1U);
  EXPECT_GE(table.cols(), 1U);
  EXPECT_EQ(table.column_names.size(), table.cols());
  if (table.is_sparse) {
    EXPECT_LE(table.cols(), 65536 + unpacked_size);
    EXPECT_LE(table.sparse.nonzeros(), unpacked_size);
    EXPECT_NO_THROW(require_finite(table.sparse, "table"));
  } else {
    EXPECT_LE(table.rows() * table.cols(), unpacked_size);
    EXPECT_NO_THROW(require_finite(table.dense, "table"));
  }
  if (!table.target) return;
  if (table.target->is_numeric()) {
    EXPECT_EQ(table.target->numbers.size(), table.rows());
  }
  EXPECT_TRUE(table.target->is_numeric() || table.target->labels.size() == table.rows());
}

/// Calls an action that may refuse its input, and only so; tells whether it did not.
template <class Action>
bool accepted(const Action& action) {
  try {
    action();
  } catch (const InvalidInput&) {
    return false;
  } catch (const IoFailure&) {
    return false;
  }
  return true;
}

class Fuzz : public ::testing::Test {
 protected:
  void damage_and_read(const std::string& sample, int rounds) const {
    Random random(sample.size());
    int read = 0;
    for (int round = 0; round < rounds; ++round) {
      const bool packed = round % 4 == 0;
      const std::string wounded =
          packed ? damaged(gzipped(sample), random) : damaged(sample, random);
      file_.replace(wounded);
      const auto path = file_.path();
      const TableOptions options = random_options(random);
      read += accepted([&] { expect_sound(read_table(path, options), 2000); });
      accepted([&] { read_matrix(path); });
      accepted([&] { read_vector(path); });
      accepted([&] { read_table_pair(path, path, {}); });
      accepted([&] { read_item_list(path, std::vector<std::string>{"a", "b", "c", "d"}); });
    }
    // Otherwise the test would only show that everything is refused.
    EXPECT_GT(read, rounds / 50);
    EXPECT_LT(read, rounds);
  }

  testing::MemoryFile file_;
};

TEST_F(Fuzz, Csv) { damage_and_read(csv_sample(), 2000); }
TEST_F(Fuzz, PlainCsv) { damage_and_read("a,b,y\n1,2,3\n4,5,6\n7,8,9\n", 2000); }
TEST_F(Fuzz, Libsvm) { damage_and_read(libsvm_sample(), 2000); }
TEST_F(Fuzz, NpyByRow) { damage_and_read(npy_sample("<f8", false), 2000); }
TEST_F(Fuzz, NpyByColumn) { damage_and_read(npy_sample(">i2", true), 2000); }
TEST_F(Fuzz, Idx) { damage_and_read(idx_sample(), 2000); }

TEST_F(Fuzz, Garbage) {
  Random random(9);
  for (int round = 0; round < 1000; ++round) {
    std::string bytes(random.below(200), '\0');
    for (char& byte : bytes) byte = odd_byte(random);
    file_.replace(bytes);
    const auto path = file_.path();
    accepted([&] { expect_sound(read_table(path, random_options(random)), bytes.size()); });
    accepted([&] { read_matrix(path); });
  }
}

}  // namespace
}  // namespace holdfast

// MatrixMarket, and the archives of scipy.sparse.save_npz.

#include <gmock/gmock.h>

#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;
using testing::npy;

class SparseFiles : public testing::DataTest {
 protected:
  SparseMatrix read(std::string_view bytes) const {
    return std::get<SparseMatrix>(read_design(folder_.file("matrix", bytes)).values);
  }
  std::string error(std::string_view bytes) const {
    return error_of<InvalidInput>([&] { read_design(folder_.file("matrix", bytes)); });
  }
};

std::vector<double> written_out(const SparseMatrix& matrix) {
  const Matrix dense = matrix.to_dense();
  return {dense.data(), dense.data() + dense.rows() * dense.cols()};
}

TEST_F(SparseFiles, CoordinatesInAnyOrderAddUp) {
  const std::string text =
      "%%MatrixMarket matrix coordinate real general\n% a comment\n\n3 2 4\n"
      "3 1 5.5\n1 2 1e1\n1 1 -2\n1 2 0.5\n";
  const SparseMatrix matrix = read(text);
  EXPECT_EQ(matrix.nonzeros(), 3U);
  EXPECT_THAT(written_out(matrix), ElementsAre(-2, 0, 5.5, 10.5, 0, 0));
  EXPECT_THAT(written_out(read(gzipped(text))), ElementsAre(-2, 0, 5.5, 10.5, 0, 0));
}

TEST_F(SparseFiles, SymmetriesAndPatterns) {
  EXPECT_THAT(written_out(read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 3\n"
                               "2 1 4\n")),
              ElementsAre(3, 4, 4, 0));
  EXPECT_THAT(written_out(read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n"
                               "2 1 4\n")),
              ElementsAre(0, 4, -4, 0));
  EXPECT_THAT(written_out(read("%%MatrixMarket MATRIX Coordinate Pattern general\n2 2 1\n1 2\n")),
              ElementsAre(0, 0, 1, 0));
}

TEST_F(SparseFiles, AnArrayIsDense) {
  const auto path =
      folder_.file("dense.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
  const auto matrix = std::get<Matrix>(read_design(path).values);
  EXPECT_THAT(matrix.column(1), ElementsAre(3, 4));
  EXPECT_EQ(read_matrix(path).values(1, 0), 2.0);
}

TEST_F(SparseFiles, SayWhatIsWrongWithAMarket) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_THAT(error("%%MatrixMarket matrix coordinate complex general\n1 1 0\n"),
              AllOf(HasSubstr("complex"), HasSubstr("real")));
  EXPECT_THAT(error("%%MatrixMarket matrix array real symmetric\n1 1\n1\n"), HasSubstr("general"));
  EXPECT_THAT(error(head + "2 2 1\n3 1 1\n"), AllOf(HasSubstr("line 3"), HasSubstr("1 to 2")));
  EXPECT_THAT(error(head + "2 2 1\n0 1 1\n"), HasSubstr("row"));
  EXPECT_THAT(error(head + "2 2 1\n1 1 nan\n"), HasSubstr("finite"));
  EXPECT_THAT(error(head + "2 2 2\n1 1 1\n"), HasSubstr("promises 2 entries and has 1"));
  EXPECT_THAT(error(head + "2 2 1\n1 1 1 7\n"), HasSubstr("too long"));
  EXPECT_THAT(error(head + "2 0 0\n"), HasSubstr("no columns"));
  EXPECT_THAT(error(head + "2000000000 2 0\n"), HasSubstr("too many"));
  EXPECT_THAT(error(head + "a 2 0\n"), HasSubstr("number of rows"));
  EXPECT_THAT(error(head), HasSubstr("number of rows"));
  EXPECT_THAT(error("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n2 1 1\n"),
              HasSubstr("as many rows"));
}

/// A ZIP archive of stored members.
std::string zip(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string archive;
  std::string directory;
  for (const auto& [name, content] : members) {
    const auto size = bytes_of(static_cast<std::uint32_t>(content.size()), false);
    const std::string sizes = std::string(4, '\0') + size + size;
    const std::string lengths = bytes_of(static_cast<std::uint16_t>(name.size()), false);
    directory += std::string("PK\x01\x02") + std::string(12, '\0') + sizes + lengths +
                 std::string(12, '\0') +
                 bytes_of(static_cast<std::uint32_t>(archive.size()), false) + name;
    archive += std::string("PK\x03\x04") + std::string(10, '\0') + sizes + lengths +
               std::string(2, '\0') + name + content;
  }
  const auto count = bytes_of(static_cast<std::uint16_t>(members.size()), false);
  const auto where = bytes_of(static_cast<std::uint32_t>(archive.size()), false);
  const auto length = bytes_of(static_cast<std::uint32_t>(directory.size()), false);
  return archive + directory + std::string("PK\x05\x06") + std::string(4, '\0') + count + count +
         length + where + std::string(2, '\0');
}

template <class T>
std::string array(const std::string& descr, const std::vector<T>& numbers) {
  std::string payload;
  for (const T number : numbers) payload += bytes_of(number, false);
  return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" +
                 std::to_string(numbers.size()) + ",), }\n",
             payload);
}

std::string form(const std::string& name) {
  return npy("{'descr': '|S3', 'fortran_order': False, 'shape': (), }\n", name);
}

std::vector<std::pair<std::string, std::string>> members(const std::string& name) {
  return {{"indices.npy", array<std::int32_t>("<i4", {0, 1, 1})},
          {"indptr.npy", array<std::int32_t>("<i4", {0, 2, 2, 3})},
          {"format.npy", form(name)},
          {"shape.npy",
           name == "csr" ? array<std::int64_t>("<i8", {3, 2}) : array<std::int64_t>("<i8", {2, 3})},
          {"data.npy", array<double>("<f8", {1.5, 2.5, 3.5})}};
}

TEST_F(SparseFiles, ArchivesOfSciPy) {
  EXPECT_THAT(written_out(read(zip(members("csr")))), ElementsAre(1.5, 0, 0, 2.5, 0, 3.5));
  EXPECT_THAT(written_out(read(zip(members("csc")))), ElementsAre(1.5, 2.5, 0, 0, 0, 3.5));
}

TEST_F(SparseFiles, SayWhatIsWrongWithAnArchive) {
  const auto with = [&](const std::string& name, const std::string& content) {
    auto changed = members("csr");
    for (auto& member : changed)
      if (member.first == name) member.second = content;
    return zip(changed);
  };
  EXPECT_THAT(error(zip({{"a.npy", "x"}})), HasSubstr("save_npz"));
  EXPECT_THAT(error(with("format.npy", form("bsr"))), AllOf(HasSubstr("bsr"), HasSubstr("csr")));
  EXPECT_THAT(error(with("indices.npy", array<std::int32_t>("<i4", {0, 2, 1}))),
              HasSubstr("between 0 and 1"));
  EXPECT_THAT(error(with("indptr.npy", array<std::int32_t>("<i4", {0, 3, 2, 3}))),
              HasSubstr("decrease"));
  EXPECT_THAT(error(with("indptr.npy", array<std::int32_t>("<i4", {0, 1000000, 2, 3}))),
              HasSubstr("decrease"));
  EXPECT_THAT(error(with("indptr.npy", array<std::int32_t>("<i4", {0, 3}))), HasSubstr("shape"));
  EXPECT_THAT(error(with("data.npy", array<double>("<f8", {1}))), HasSubstr("fit together"));
  EXPECT_THAT(error(with("shape.npy", array<std::int64_t>("<i8", {3, 2000000000}))),
              HasSubstr("a file of this size"));
  const std::string whole = zip(members("csr"));
  for (std::size_t length = 4; length < whole.size(); length += 7)
    EXPECT_FALSE(error(whole.substr(0, length)).empty());
}

TEST_F(SparseFiles, AsTablesWithATarget) {
  TableOptions options;
  options.target = "x1";
  const Table table = read_table(folder_.file("m.npz", zip(members("csr"))), options);
  EXPECT_TRUE(table.is_sparse);
  EXPECT_EQ(table.format, FileFormat::npz);
  EXPECT_THAT(table.column_names, ElementsAre("x0"));
  EXPECT_THAT(table.target->numbers, ElementsAre(2.5, 0, 3.5));
}

}  // namespace
}  // namespace holdfast

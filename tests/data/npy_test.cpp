#include <gmock/gmock.h>

#include <limits>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::npy;

std::string dictionary(const std::string& descr, const std::string& shape,
                       const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape +
         ", }          \n";
}

template <class T>
std::string payload(const std::vector<T>& numbers, bool big_endian = false) {
  std::string bytes;
  for (const T number : numbers) bytes += bytes_of(number, big_endian);
  return bytes;
}

class Npy : public testing::DataTest {
 protected:
  Table read(std::string_view bytes, const TableOptions& options = {}) const {
    return read_table(folder_.file("array.npy", bytes), options);
  }
  std::string error(std::string_view bytes, const TableOptions& options = {}) const {
    std::string message = error_of<InvalidInput>([&] { read(bytes, options); });
    EXPECT_TRUE(message.starts_with(folder_.path("array.npy") + ": ")) << message;
    return message;
  }

  /// Reads 2 x 3 numbers 0..5 of a type in both orders of dimensions and of bytes.
  template <class T>
  void expect_type(const std::string& type) const {
    for (const bool big_endian : {false, true}) {
      const std::string descr = (sizeof(T) == 1 ? "|" : big_endian ? ">" : "<") + type;
      const Table by_row =
          read(npy(dictionary(descr, "(2, 3)"), payload<T>({0, 1, 2, 3, 4, 5}, big_endian)));
      const Table by_column = read(
          npy(dictionary(descr, "(2, 3)", "True"), payload<T>({0, 3, 1, 4, 2, 5}, big_endian)));
      for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          EXPECT_EQ(by_row.dense(i, j), static_cast<double>(i * 3 + j)) << descr;
          EXPECT_EQ(by_column.dense(i, j), by_row.dense(i, j)) << descr;
        }
      }
    }
  }
};

TEST_F(Npy, EveryTypeAndOrder) {
  expect_type<float>("f4");
  expect_type<double>("f8");
  expect_type<std::int8_t>("i1");
  expect_type<std::int16_t>("i2");
  expect_type<std::int32_t>("i4");
  expect_type<std::int64_t>("i8");
  expect_type<std::uint8_t>("u1");
  expect_type<std::uint16_t>("u2");
  expect_type<std::uint32_t>("u4");
  expect_type<std::uint64_t>("u8");
}

TEST_F(Npy, SignsAndBooleans) {
  const auto signs = read(npy(dictionary(">i2", "(2,)"), payload<std::int16_t>({-5, 300}, true)));
  EXPECT_THAT(std::vector<double>(signs.dense.data(), signs.dense.data() + 2),
              ElementsAre(-5.0, 300.0));
  const auto unsigned_bytes = read(npy(dictionary("|u1", "(2,)"), "\xFF\x80"));
  EXPECT_EQ(unsigned_bytes.dense(0, 0), 255.0);
  EXPECT_EQ(unsigned_bytes.dense(1, 0), 128.0);
  const auto booleans = read(npy(dictionary("|b1", "(2,)"), std::string("\x00\x01", 2)));
  EXPECT_EQ(booleans.dense(0, 0), 0.0);
  EXPECT_EQ(booleans.dense(1, 0), 1.0);
}

TEST_F(Npy, EveryVersion) {
  for (const char version : {'\x01', '\x02', '\x03'}) {
    const Table table =
        read(npy(dictionary("<f8", "(1, 2)"), payload<double>({1.5, -2.5}), version));
    EXPECT_EQ(table.format, FileFormat::npy);
    EXPECT_EQ(table.dense(0, 0), 1.5);
    EXPECT_EQ(table.dense(0, 1), -2.5);
  }
}

TEST_F(Npy, HeaderMayBeWrittenInOtherWays) {
  for (const char* header :
       {"{\"shape\":(2,1),\"fortran_order\":False,\"descr\":\"<f8\"}",
        "{ 'descr' : '<f8' ,\n 'shape' : ( 2L , 1L , ) , 'fortran_order' : True }\n",
        "{'descr': '=f8', 'fortran_order': False, 'shape': (2,)}"}) {
    const Table table = read(npy(header, payload<double>({1, 2})));
    EXPECT_EQ(table.rows(), 2U) << header;
    EXPECT_EQ(table.dense(1, 0), 2.0) << header;
  }
}

TEST_F(Npy, ColumnsAreNumberedAndTheTargetIsAPosition) {
  TableOptions options;
  options.target = "1";
  options.target_kind = TargetKind::label;
  options.ignore = {"x0"};
  const Table table =
      read(npy(dictionary("<f8", "(2, 4)"), payload<double>({0, 1, 2, 3, 4, 5, 6, 7})), options);
  EXPECT_THAT(table.column_names, ElementsAre("x2", "x3"));
  EXPECT_EQ(table.target->name, "x1");
  EXPECT_THAT(table.target->numbers, ElementsAre(1.0, 5.0));
  EXPECT_THAT(table.target->labels, ElementsAre("1", "5"));
  EXPECT_EQ(table.dense(1, 1), 7.0);
}

TEST_F(Npy, NumbersThatAreNotFiniteAreNamedOrDropped) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto bytes = npy(dictionary("<f8", "(3, 2)"), payload<double>({1, 2, nan, 3, 4, -inf}));
  EXPECT_THAT(error(bytes), HasSubstr("row 1, column x0 is nan; every number must be finite"));
  TableOptions options;
  options.missing = Missing::drop;
  const Table table = read(bytes, options);
  EXPECT_THAT(table.dropped_rows, ElementsAre(1, 2));
  EXPECT_EQ(table.rows(), 1U);
  EXPECT_EQ(table.dense(0, 1), 2.0);
  options.ignore = {"x1"};
  EXPECT_THAT(read(bytes, options).dropped_rows, ElementsAre(1));
  options.ignore.clear();
  EXPECT_THAT(error(npy(dictionary("<f8", "(1, 2)"), payload<double>({1, nan})), options),
              AllOf(HasSubstr("no row is complete"), HasSubstr("row 0, column x1 is nan")));
}

TEST_F(Npy, SizeMustFitTheShapeExactly) {
  const std::string eight = payload<double>({1});
  for (const char* shape :
       {"(2,)", "(1, 2)", "(2, 2)", "(4294967296, 4294967296)", "(18446744073709551615, 2)",
        "(2305843009213693952, 8)", "(9223372036854775808,)"}) {
    EXPECT_THAT(error(npy(dictionary("<f8", shape), eight)), HasSubstr("does not fit the 8 bytes"))
        << shape;
  }
  EXPECT_THAT(error(npy(dictionary("<f8", "(1,)"), eight + "x")), HasSubstr("9 bytes"));
  EXPECT_THAT(error(npy(dictionary("<f8", "(1,)"), eight.substr(1))), HasSubstr("7 bytes"));
}

TEST_F(Npy, ShapesThatAreNoTable) {
  for (const char* shape : {"(0,)", "(0, 4611686018427387904)", "(3, 0)"}) {
    EXPECT_THAT(error(npy(dictionary("<f8", shape), "")), HasSubstr("is empty")) << shape;
  }
  EXPECT_THAT(error(npy(dictionary("<f8", "()"), payload<double>({1}))), HasSubstr("0 dimensions"));
  EXPECT_THAT(error(npy(dictionary("<f8", "(1, 1, 1)"), payload<double>({1}))),
              HasSubstr("3 dimensions (1 x 1 x 1)"));
}

TEST_F(Npy, UnsupportedTypesAreNamed) {
  for (const char* type :
       {"<f2", "<c16", "|O", "<U5", "|S3", "<M8[D]", "f8", "", "<", "!f8", "<i3"}) {
    EXPECT_THAT(error(npy(dictionary(type, "(1,)"), "12345678")),
                AllOf(HasSubstr("\"" + std::string(type) + "\""), HasSubstr("not supported")));
  }
  EXPECT_THAT(error(npy(dictionary("|f8", "(1,)"), "12345678")), HasSubstr("byte order"));
  EXPECT_THAT(
      error(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", "12345678")),
      HasSubstr("records of several fields"));
}

TEST_F(Npy, BrokenHeadersAreErrors) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "'{' is expected"},
      {"{'descr': '<f8'", "'}' is expected"},
      {"{'descr': '<f8}", "a quote is not closed"},
      {"{descr: '<f8'}", "a text in quotes is expected"},
      {"{'descr' '<f8'}", "':' is expected"},
      {"{'descr': '<f8', 'fortran_order': 1}", "True or False is expected"},
      {"{'shape': 3}", "'(' is expected"},
      {"{'shape': (3}", "')' is expected"},
      {"{'shape': (-3,)}", "a number of rows or columns is expected"},
      {"{'shape': (99999999999999999999999,)}", "a number of rows or columns is expected"},
      {"{'shape': (3,), 'shape': (3,)}", "'shape' comes twice"},
      {"{'colour': 'red'}", "\"colour\" is unknown"},
      {"{'descr': '<f8', 'fortran_order': False}", "'shape' is missing"},
      {"{'descr': '<f8', 'shape': (1,)}", "'fortran_order' is missing"},
      {"{}", "'descr' is missing"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} more", "text follows"},
  };
  for (const auto& [header, what] : cases) {
    EXPECT_THAT(error(npy(header, "12345678")), AllOf(HasSubstr("NPY dictionary"), HasSubstr(what)))
        << header;
  }
}

TEST_F(Npy, CutFilesAreErrors) {
  const std::string whole = npy(dictionary("<f8", "(1,)"), payload<double>({1}));
  for (std::size_t size = 6; size < whole.size(); ++size) {
    error(whole.substr(0, size));
  }
  EXPECT_THAT(error(whole.substr(0, 7)), HasSubstr("ends within its header"));
  EXPECT_THAT(error(whole.substr(0, 20)), HasSubstr("but only 10 follow"));
  EXPECT_THAT(error(npy("{}", "", 4)), HasSubstr("version 4"));
  EXPECT_THAT(error(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{}", 14)),
              HasSubstr("claims 4294967295 bytes"));
}

}  // namespace
}  // namespace holdfast

#include "holdfast/data/read.hpp"

#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/unusable_cell.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::npy;

using Read = testing::DataTest;

const std::string npy_dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}";

std::string npy_matrix(double a, double b, double c, double d) {
  return npy(npy_dictionary,
             bytes_of(a, false) + bytes_of(b, false) + bytes_of(c, false) + bytes_of(d, false));
}

TEST_F(Read, FormatIsToldFromTheContent) {
  EXPECT_EQ(detect_format("a,b\n1,2\n", ""), FileFormat::csv);
  EXPECT_EQ(detect_format("\xEF\xBB\xBF"
                          "a,b\n",
                          ""),
            FileFormat::csv);
  EXPECT_EQ(detect_format("time\n12:30\n", ""), FileFormat::csv);
  EXPECT_EQ(detect_format("start time,b\n1 12:30,2\n", ""), FileFormat::csv);
  EXPECT_EQ(detect_format("a;1:2\n", ""), FileFormat::csv);
  EXPECT_EQ(detect_format("1 1:2\n", ""), FileFormat::libsvm);
  EXPECT_EQ(detect_format("# made by hand\n\n1\n-1\n2.5 1:2 7:1 # x\n", ""), FileFormat::libsvm);
  EXPECT_EQ(detect_format(npy_dictionary, ""), FileFormat::csv);
  EXPECT_EQ(detect_format(npy(npy_dictionary, ""), ""), FileFormat::npy);
  EXPECT_EQ(detect_format(std::string("\0\0\x08\x01", 4), ""), FileFormat::idx);
}

TEST_F(Read, OtherContentIsRefusedWithAdvice) {
  const auto error = [](std::string_view bytes) {
    return error_of<InvalidInput>([&] { detect_format(bytes, "file"); });
  };
  EXPECT_EQ(error(""), "file: the file is empty");
  EXPECT_EQ(detect_format("PK\x03\x04 and so on", ""), FileFormat::npz);
  EXPECT_THAT(error("\xFF\xFE"
                    "a"),
              HasSubstr("UTF-16"));
  EXPECT_THAT(error(std::string("a,b\n1,\0\n", 8)), HasSubstr("neither text nor NPY nor IDX"));
  EXPECT_THAT(error(std::string("\0\0\x07\x01", 4)), HasSubstr("neither text nor NPY nor IDX"));
}

TEST_F(Read, EveryFormatMayBeGzipped) {
  const std::vector<std::string> contents = {
      "a,b\n1,2\n3,4\n", "0 1:1 2:2\n0 1:3 2:4\n", npy_matrix(1, 2, 3, 4),
      std::string("\0\0\x08\x02\0\0\0\x02\0\0\0\x02\x01\x02\x03\x04", 16)};
  for (const auto& bytes : contents) {
    for (const auto& path :
         {folder_.file("plain", bytes), folder_.file("packed", gzipped(bytes))}) {
      const Table table = read_table(path);
      const Matrix numbers = table.to_dense();
      EXPECT_EQ(table.column_names.size(), 2U);
      EXPECT_THAT(std::vector<double>(numbers.data(), numbers.data() + 4),
                  ElementsAre(1.0, 3.0, 2.0, 4.0))
          << to_string(table.format);
    }
  }
}

TEST_F(Read, NamesOfFormats) {
  EXPECT_STREQ(to_string(FileFormat::csv), "CSV");
  EXPECT_STREQ(to_string(FileFormat::npy), "NPY");
  EXPECT_STREQ(to_string(FileFormat::idx), "IDX");
  EXPECT_STREQ(to_string(FileFormat::libsvm), "LIBSVM");
}

TEST_F(Read, MissingFilesAndFoldersAreIoFailures) {
  EXPECT_THROW(read_table(folder_.path("missing.csv")), IoFailure);
  EXPECT_THROW(read_table(folder_.path("")), IoFailure);
  EXPECT_THROW(read_matrix(folder_.path("missing.csv")), IoFailure);
}

TEST_F(Read, MatrixMayHaveAHeader) {
  const auto plain = read_matrix(folder_.file("plain.csv", "1,2,3\n4,5,6\n"));
  EXPECT_THAT(plain.column_names, IsEmpty());
  EXPECT_EQ(plain.values.rows(), 2U);
  EXPECT_EQ(plain.values(0, 2), 3.0);
  const auto named = read_matrix(folder_.file("named.csv", "a,b,3\n4,5,6\n"));
  EXPECT_THAT(named.column_names, ElementsAre("a", "b", "3"));
  EXPECT_EQ(named.values.rows(), 1U);
  const auto array = read_matrix(folder_.file("array", npy_matrix(1, 2, 3, 4)));
  EXPECT_THAT(array.column_names, IsEmpty());
  EXPECT_EQ(array.values(0, 1), 2.0);
}

TEST_F(Read, MatrixCellsMustBeFinite) {
  const auto named = folder_.file("named.csv", "a,b\n1,x\n");
  EXPECT_EQ(error_of<InvalidInput>([&] { read_matrix(named); }),
            named + ": line 2, column \"b\": \"x\" is not a finite number");
  const auto plain = folder_.file("plain.csv", "1,2\n3,\n");
  EXPECT_EQ(error_of<InvalidInput>([&] { read_matrix(plain); }),
            plain + ": line 2, field 2: the cell is empty");
  const auto array = folder_.file("array", npy_matrix(1, 2, 3, 1.0 / 0.0));
  EXPECT_THAT(error_of<InvalidInput>([&] { read_matrix(array); }),
              AllOf(HasSubstr(array), HasSubstr("inf")));
  const auto sparse = folder_.file("sparse", "1 1:2\n");
  EXPECT_THAT(error_of<InvalidInput>([&] { read_matrix(sparse); }), HasSubstr("LIBSVM"));
}

TEST_F(Read, SquareMatrixMustBeSquare) {
  EXPECT_EQ(read_square_matrix(folder_.file("2x2", "a,b\n1,2\n3,4\n")).values.cols(), 2U);
  EXPECT_THAT(
      error_of<InvalidInput>([&] { read_square_matrix(folder_.file("1x2", "a,b\n1,2\n")); }),
      HasSubstr("1 rows and 2 columns; it must be square"));
}

TEST_F(Read, VectorIsOneRowOrOneColumn) {
  EXPECT_THAT(read_vector(folder_.file("row", "1,2,3\n")), ElementsAre(1.0, 2.0, 3.0));
  EXPECT_THAT(read_vector(folder_.file("column", "1\n2\n3")), ElementsAre(1.0, 2.0, 3.0));
  EXPECT_THAT(read_vector(folder_.file("named", "w\n1\n2\n")), ElementsAre(1.0, 2.0));
  EXPECT_THAT(error_of<InvalidInput>([&] { read_vector(folder_.file("2x2", "1,2\n3,4\n")); }),
              HasSubstr("2 rows and 2 columns"));
}

TEST_F(Read, TargetMayComeFromAnotherFile) {
  const auto data = folder_.file("data.csv", "a,b\n1,2\n3,4\n");
  EXPECT_THAT(read_table_pair(data, folder_.file("y", "5\n6\n")).target->numbers,
              ElementsAre(5.0, 6.0));
  const auto named = read_table_pair(data, folder_.file("y", "yield\n5\n6\n"));
  EXPECT_EQ(named.target->name, "yield");
  TableOptions labels;
  labels.target_kind = TargetKind::label;
  EXPECT_THAT(read_table_pair(data, folder_.file("y", "kind\nu\nv\n"), labels).target->labels,
              ElementsAre("u", "v"));
}

TEST_F(Read, PairMustFitTogether) {
  const auto data = folder_.file("data.csv", "a,b\n1,2\n3,4\n");
  const auto error = [&](std::string_view target) {
    const auto path = folder_.file("target", target);
    return error_of<InvalidInput>([&] { read_table_pair(data, path); });
  };
  EXPECT_THAT(error("1\n2\n3\n"), HasSubstr("3 targets for the 2 rows of " + data));
  EXPECT_THAT(error("y\n1\nu\n"), HasSubstr("line 3, column \"y\": \"u\""));
  EXPECT_THAT(error("y\n"), HasSubstr("no rows"));
  EXPECT_THAT(error("1,2\n3,4\n"), HasSubstr("one column, this one has 2"));
  EXPECT_THAT(error(npy_matrix(1, 2, 3, 4)), HasSubstr("one column, this one has 2"));
  EXPECT_THAT(error("1 1:1\n"), HasSubstr("not LIBSVM"));
  TableOptions options;
  options.missing = Missing::drop;
  EXPECT_THROW(read_table_pair(data, data, options), std::invalid_argument);
  options = {};
  options.target = "a";
  EXPECT_THROW(read_table_pair(data, data, options), std::invalid_argument);
}

TEST_F(Read, ShippedAirQualityExtractIsComplete) {
  const std::string folder = HOLDFAST_SOURCE_DIR "/data/air/";
  TableOptions options;
  options.ignore = {"date"};
  const Table extract = read_table(folder + "pm10_2005_2009.csv", options);
  EXPECT_GE(extract.rows(), 500U);
  EXPECT_GE(extract.cols(), 30U);
  options.ignore = {"station"};
  const Table stations = read_table(folder + "stations_2005_2009.csv", options);
  EXPECT_EQ(stations.rows(), extract.cols());
  EXPECT_THAT(stations.column_names, ElementsAre("longitude", "latitude"));
}

TEST_F(Read, ShippedRawDataHasOutages) {
  TableOptions options;
  options.ignore = {"date"};
  const std::string path = HOLDFAST_SOURCE_DIR "/data/air/pm10_daily.csv.gz";
  EXPECT_THAT(error_of<UnusableCell>([&] { read_table(path, options); }),
              HasSubstr("line 2, column \"DESH001\": the cell is empty"));
}

}  // namespace
}  // namespace holdfast

#include "holdfast/data/write.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <limits>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;

using Write = testing::DataTest;

/// Makes files larger than `bytes` fail, as a full disk would.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_action_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    rlimit limit = old_limit_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_action_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_action_)(int);
};

TEST_F(Write, NewFileAppearsAtCommit) {
  const auto path = folder_.path("new.txt");
  AtomicFile file(path);
  file.write("hello ");
  file.write("world");
  EXPECT_FALSE(std::filesystem::exists(path));
  file.commit();
  EXPECT_EQ(read_file_whole(path), "hello world");
  EXPECT_EQ(folder_.entries(), 1);
  EXPECT_THROW(file.write("more"), std::invalid_argument);
}

TEST_F(Write, WithoutCommitNothingHappens) {
  const auto path = folder_.file("old.txt", "old");
  {
    AtomicFile file(path);
    file.write(std::string(1'000'000, 'x'));
  }
  EXPECT_EQ(read_file_whole(path), "old");
  EXPECT_EQ(folder_.entries(), 1);
}

TEST_F(Write, ExistingFileIsReplacedAndKeepsItsPermissions) {
  const auto path = folder_.file("old.txt", "something longer than the new text");
  chmod(path.c_str(), 0640);
  write_file_whole(path, "new");
  EXPECT_EQ(read_file_whole(path), "new");
  struct stat status {};
  stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(Write, SymbolicLinkStaysOne) {
  const auto real = folder_.file("real.txt", "old");
  const auto link = folder_.path("link.txt");
  std::filesystem::create_symlink(real, link);
  write_file_whole(link, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file_whole(real), "new");
}

TEST_F(Write, LargeContentsArriveWhole) {
  Random random(5);
  std::string bytes(3'000'000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.bits());
  write_file_whole(folder_.path("large"), bytes);
  EXPECT_TRUE(read_file_whole(folder_.path("large")) == bytes);
}

TEST_F(Write, FullDiskLeavesTheTargetUntouched) {
  const auto path = folder_.file("old.txt", "old");
  const std::string large(200'000, 'x');
  {
    const FileSizeLimit limit(100'000);
    EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(path, large); }),
                AllOf(HasSubstr("cannot write " + path), HasSubstr("File too large")));
  }
  EXPECT_EQ(read_file_whole(path), "old");
  EXPECT_EQ(folder_.entries(), 1);
}

TEST_F(Write, AFailedFileStaysFailed) {
  const auto path = folder_.path("new.txt");
  AtomicFile file(path);
  {
    const FileSizeLimit limit(100'000);
    EXPECT_THROW(file.write(std::string(200'000, 'x')), IoFailure);
  }
  EXPECT_THROW(file.commit(), IoFailure);
  EXPECT_EQ(folder_.entries(), 0);
}

TEST_F(Write, FolderWithoutPermissionIsAnIoFailure) {
  const auto locked = folder_.path("locked");
  std::filesystem::create_directory(locked);
  chmod(locked.c_str(), 0555);
  {
    const testing::Unprivileged unprivileged;
    EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(locked + "/new.txt", "new"); }),
                AllOf(HasSubstr(locked + "/new.txt"), HasSubstr("Permission denied")));
  }
  chmod(locked.c_str(), 0755);
}

TEST_F(Write, FileWithoutPermissionIsNotReplaced) {
  const auto open_folder = folder_.path("open");
  std::filesystem::create_directory(open_folder);
  chmod(open_folder.c_str(), 0777);
  const auto path = folder_.file("open/read-only.txt", "old");
  chmod(path.c_str(), 0444);
  {
    const testing::Unprivileged unprivileged;
    EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(path, "new"); }),
                HasSubstr("Permission denied"));
  }
  EXPECT_EQ(read_file_whole(path), "old");
}

TEST_F(Write, WrongTargetsAreIoFailures) {
  EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(folder_.path(""), "x"); }),
              HasSubstr("Is a directory"));
  EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(folder_.path("missing/file"), "x"); }),
              HasSubstr("No such file or directory"));
  const auto file = folder_.file("file", "x");
  EXPECT_THAT(error_of<IoFailure>([&] { write_file_whole(file + "/below", "x"); }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(error_of<IoFailure>([] { write_file_whole("", "x"); }), HasSubstr("cannot write"));
}

TEST_F(Write, DevicesAreWrittenDirectly) {
  write_file_whole("/dev/null", "gone");
  EXPECT_THAT(error_of<IoFailure>([] { write_file_whole("/dev/full", "x"); }),
              AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
}

TEST_F(Write, OpenDescriptorsAreContinued) {
  const auto path = folder_.file("log", "before\n");
  const int descriptor = open(path.c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(descriptor, 0);
  write_file_whole("/dev/fd/" + std::to_string(descriptor), "after\n");
  close(descriptor);
  EXPECT_EQ(read_file_whole(path), "before\nafter\n");
  EXPECT_THROW(write_file_whole("/dev/fd/999", "x"), IoFailure);
}

TEST_F(Write, FieldsAreQuotedWhereTheyMust) {
  EXPECT_EQ(quote_csv_field("plain text"), "plain text");
  EXPECT_EQ(quote_csv_field(""), "");
  EXPECT_EQ(quote_csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(quote_csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(quote_csv_field("a\nb"), "\"a\nb\"");
  EXPECT_EQ(quote_csv_field(" a"), "\" a\"");
  // At the beginning of a file it would be taken for a mark of the encoding.
  EXPECT_EQ(quote_csv_field("\xEF\xBB\xBF"
                            "a"),
            "\"\xEF\xBB\xBF"
            "a\"");
}

TEST_F(Write, NumbersComeBackToTheBit) {
  Random random(6);
  std::vector<double> numbers = {0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 1e300,
                                 5e-324,
                                 std::numeric_limits<double>::max(),
                                 std::numeric_limits<double>::epsilon()};
  for (int i = 0; i < 2000; ++i) numbers.push_back(random.normal());
  for (const double number : numbers) {
    EXPECT_EQ(text::parse_number(format_number(number)), number);
  }
}

TEST_F(Write, ColumnsOfNumbersAndTexts) {
  const std::vector<double> x = {1.0, 0.5};
  const std::vector<std::string> label = {"a,b", "c"};
  const std::vector<CsvColumn> columns = {{"x", x, {}}, {"the \"label\"", {}, label}};
  const std::string expected = "x,\"the \"\"label\"\"\"\n1,\"a,b\"\n0.5,c\n";
  EXPECT_EQ(format_csv(columns), expected);
  write_csv(folder_.path("table.csv"), columns);
  EXPECT_EQ(read_file_whole(folder_.path("table.csv")), expected);
}

TEST_F(Write, ColumnsMustFitTogether) {
  const std::vector<double> two = {1.0, 2.0};
  const std::vector<double> three = {1.0, 2.0, 3.0};
  const std::vector<std::string> texts = {"a", "b"};
  EXPECT_THAT(error_of<std::invalid_argument>([&] {
                format_csv(std::vector<CsvColumn>{{"a", two, {}}, {"b", three, {}}});
              }),
              HasSubstr("b has 3 rows, column a has 2"));
  EXPECT_THROW(format_csv(std::vector<CsvColumn>{{"a", two, texts}}), std::invalid_argument);
  const auto path = folder_.file("old.csv", "old");
  EXPECT_THROW(write_csv(path, {}), std::invalid_argument);
  EXPECT_EQ(read_file_whole(path), "old");
  EXPECT_EQ(folder_.entries(), 1);
}

}  // namespace
}  // namespace holdfast

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <thread>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;

using ReadFile = testing::DataTest;

std::string random_bytes(std::size_t count) {
  Random random(7);
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.bits());
  return bytes;
}

TEST_F(ReadFile, PlainBytesComeBack) {
  for (const std::size_t size : {0U, 1U, 2U, 3U, 1000U, 1'000'000U}) {
    const std::string bytes = random_bytes(size);
    EXPECT_EQ(read_file_whole(folder_.file("plain", bytes)), bytes) << size;
  }
}

TEST_F(ReadFile, GzipIsUnpacked) {
  // Random bytes do not shrink, zeros shrink a thousandfold: both ends of what happens.
  for (const auto& bytes :
       {std::string(), std::string("a"), random_bytes(700'000), std::string(5'000'000, '\0'),
        std::string(1U << 16U, 'x'), std::string(1U << 17U, 'y')}) {
    EXPECT_TRUE(read_file_whole(folder_.file("packed", gzipped(bytes))) == bytes) << bytes.size();
  }
}

TEST_F(ReadFile, SeveralGzipMembersAndPaddingAreOneFile) {
  const std::string packed =
      gzipped("one,") + gzipped("") + gzipped("two") + std::string(512, '\0');
  EXPECT_EQ(read_file_whole(folder_.file("members", packed)), "one,two");
}

TEST_F(ReadFile, MembersMayMeetAnywhereInAChunk) {
  const std::string first = random_bytes(65'500);
  for (std::size_t cut = 0; cut < 40; ++cut) {
    const std::string part = first.substr(cut);
    const std::string packed = gzipped(part) + gzipped("tail");
    EXPECT_TRUE(read_file_whole(folder_.file("members", packed)) == part + "tail") << cut;
  }
}

TEST_F(ReadFile, EveryTruncatedGzipIsAnErrorThatSaysWhere) {
  const std::string packed = gzipped("some text that is long enough to be packed, packed, packed");
  for (std::size_t size = 2; size < packed.size(); ++size) {
    const auto path = folder_.file("cut.gz", packed.substr(0, size));
    EXPECT_THAT(error_of<InvalidInput>([&] { read_file_whole(path); }),
                AllOf(HasSubstr(path), HasSubstr("after byte " + std::to_string(size)),
                      HasSubstr("incomplete")));
  }
}

TEST_F(ReadFile, CorruptGzipIsAnErrorThatSaysWhere) {
  std::string packed = gzipped(random_bytes(10'000));
  packed[packed.size() - 6] ^= 1;  // in the checksum
  const auto checksum = folder_.file("checksum.gz", packed);
  EXPECT_THAT(error_of<InvalidInput>([&] { read_file_whole(checksum); }),
              AllOf(HasSubstr(checksum), HasSubstr("byte "), HasSubstr("corrupt")));
  const auto header = folder_.file("header.gz", "\x1F\x8B\x07 and so on");
  EXPECT_THAT(error_of<InvalidInput>([&] { read_file_whole(header); }), HasSubstr("corrupt"));
  const std::string good = gzipped("good");
  const auto tail = folder_.file("tail.gz", good + "garbage");
  EXPECT_THAT(error_of<InvalidInput>([&] { read_file_whole(tail); }),
              AllOf(HasSubstr("byte " + std::to_string(good.size())), HasSubstr("not gzip")));
}

TEST_F(ReadFile, WhatCannotBeReadIsAnIoFailure) {
  EXPECT_THAT(error_of<IoFailure>([&] { read_file_whole(folder_.path("missing")); }),
              AllOf(HasSubstr(folder_.path("missing")), HasSubstr("No such file")));
  EXPECT_THAT(error_of<IoFailure>([&] { read_file_whole(folder_.path("")); }),
              HasSubstr("directory"));
}

TEST_F(ReadFile, FileWithoutPermissionIsAnIoFailure) {
  const auto path = folder_.file("secret", "a,b\n1,2\n");
  chmod(path.c_str(), 0);
  const testing::Unprivileged unprivileged;
  EXPECT_THAT(error_of<IoFailure>([&] { read_file_whole(path); }),
              AllOf(HasSubstr(path), HasSubstr("Permission denied")));
}

TEST_F(ReadFile, PipesAreReadToTheirEnd) {
  const auto path = folder_.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string packed = gzipped("through a pipe");
  std::thread writer([&] {
    std::ofstream pipe(path, std::ios::binary);
    pipe << packed[0] << std::flush;
    std::this_thread::yield();
    pipe << packed.substr(1);
  });
  EXPECT_EQ(read_file_whole(path), "through a pipe");
  writer.join();
}

}  // namespace
}  // namespace holdfast

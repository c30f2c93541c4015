#define ZLIB_CONST  // zlib then promises not to change its input
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"

namespace holdfast {
namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 16U;
using Chunk = std::unique_ptr<char[]>;  // not cleared first, which takes longer than small files

/// A file that is open for reading, chunk by chunk: a pipe has no size to ask for.
class Source {
 public:
  explicit Source(const std::string& path) : path_(path), file_(opened(path)) {
    if (file_ < 0) fail();
  }
  ~Source() { close(file_); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The next bytes; none at the end of the file.
  std::string_view next() {
    ssize_t count = 0;
    do {
      count = ::read(file_, chunk_.get(), chunk_size);
    } while (count < 0 && errno == EINTR);
    if (count < 0) fail();
    return {chunk_.get(), static_cast<std::size_t>(count)};
  }

 private:
  /// Standard input may be a socket, which has no path that could be opened again.
  static int opened(const std::string& path) {
    return path == standard_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }

  [[noreturn]] void fail() const {
    throw IoFailure(
        fmt::format("cannot read {}: {}", path_, std::generic_category().message(errno)));
  }

  const std::string& path_;
  Chunk chunk_ = std::make_unique_for_overwrite<char[]>(chunk_size);
  int file_;
};

/// Unpacks gzip members one after the other, and counts packed bytes for messages.
class Unpacker {
 public:
  explicit Unpacker(const std::string& path) : path_(path) {
    constexpr int only_gzip = 16;
    if (inflateInit2(&stream_, MAX_WBITS + only_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  void unpack(std::string_view packed, std::string& out) {
    stream_.next_in = reinterpret_cast<const Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
    received_ += packed.size();
    while (stream_.avail_in > 0) {
      if (member_ended_) start_member();
      if (stream_.avail_in > 0) inflate_some(out);
    }
  }

  void finish() const {
    if (member_ended_) return;
    throw InvalidInput(fmt::format(
        "{}: the gzip data breaks off after byte {}; the file is incomplete", path_, received_));
  }

 private:
  /// Archives may be padded with zeros; anything else after a member must be another one.
  void start_member() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (stream_.avail_in == 0) return;
    constexpr Bytef first_magic_byte = 0x1F;
    if (*stream_.next_in != first_magic_byte) {
      fail("what follows the end of the gzip data is not gzip");
    }
    inflateReset(&stream_);
    member_ended_ = false;
  }

  void inflate_some(std::string& out) {
    int status = Z_OK;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(chunk_.get());
      stream_.avail_out = static_cast<uInt>(chunk_size);
      status = inflate(&stream_, Z_NO_FLUSH);
      out.append(chunk_.get(), chunk_size - stream_.avail_out);
    } while (status == Z_OK && stream_.avail_out == 0);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    member_ended_ = status == Z_STREAM_END;
    // Z_BUF_ERROR: the last chunk was filled to the brim and nothing was left to unpack.
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      fail(fmt::format("the gzip data is corrupt ({})", stream_.msg ? stream_.msg : "no detail"));
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: byte {}: {}", path_, received_ - stream_.avail_in, what));
  }

  const std::string& path_;
  Chunk chunk_ = std::make_unique_for_overwrite<char[]>(chunk_size);
  z_stream stream_{};
  std::size_t received_ = 0;
  bool member_ended_ = false;
};

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

}  // namespace

void stream_file(const std::string& path,
                 const std::function<bool(std::string_view, std::size_t)>& use) {
  Source source(path);
  std::string head;
  // A pipe may hand over a single byte at first; the magic has two.
  while (head.size() < 2) {
    const std::string_view more = source.next();
    if (more.empty()) {
      if (!head.empty()) use(head, head.size());
      return;
    }
    head += more;
  }
  std::optional<Unpacker> unpacker;
  if (is_gzip(head)) unpacker.emplace(path);
  std::size_t packed = 0;
  std::string unpacked;
  for (std::string_view more = head; !more.empty(); more = source.next()) {
    packed += more.size();
    if (unpacker) {
      unpacked.clear();
      unpacker->unpack(more, unpacked);
    }
    const std::string_view bytes = unpacker ? std::string_view(unpacked) : more;
    if (!bytes.empty() && !use(bytes, packed)) return;
  }
  if (unpacker) unpacker->finish();
}

std::string read_file_whole(const std::string& path) {
  std::string whole;
  stream_file(path, [&](std::string_view bytes, std::size_t) {
    whole += bytes;
    return true;
  });
  return whole;
}

}  // namespace holdfast

#include "tests/data/files.hpp"

#include <sys/mman.h>
#include <zlib.h>

#include <stdexcept>

namespace holdfast::testing {

MemoryFile::MemoryFile() : descriptor_(memfd_create("holdfast-test", MFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::runtime_error("memfd_create failed");
}

void MemoryFile::replace(std::string_view contents) const {
  const bool emptied = ftruncate(descriptor_, 0) == 0;
  const auto written = pwrite(descriptor_, contents.data(), contents.size(), 0);
  if (!emptied || written != static_cast<ssize_t>(contents.size())) {
    throw std::runtime_error("cannot write the file in memory");
  }
}

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int with_gzip_header = 16;
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + with_gzip_header, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2 failed");
  }
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  std::string input(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("deflate failed");
  return packed;
}

std::string npy(const std::string& dictionary, std::string_view payload, char version) {
  const auto length = dictionary.size();
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  bytes += version == 1 ? bytes_of(static_cast<std::uint16_t>(length), false)
                        : bytes_of(static_cast<std::uint32_t>(length), false);
  return bytes + dictionary + std::string(payload);
}

}  // namespace holdfast::testing

#include "holdfast/data/zip.hpp"

#define ZLIB_CONST  // zlib then promises not to change its input
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/binary.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

/// An entry of the directory at the end of the archive.
struct ZipEntry {
  std::string name;
  std::uint16_t method = 0;
  std::uint64_t packed = 0;
  std::uint64_t unpacked = 0;
  std::uint64_t header_at = 0;
};

class ZipArchive {
 public:
  ZipArchive(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  std::map<std::string, std::string> members() const {
    std::map<std::string, std::string> members;
    auto [at, count] = directory();
    for (; count > 0; --count) {
      const ZipEntry entry = entry_at(at);
      members[entry.name] = unpacked(entry);
    }
    return members;
  }

 private:
  static constexpr std::uint32_t in_zip64 = std::numeric_limits<std::uint32_t>::max();

  struct Directory {
    std::uint64_t at;
    std::uint64_t count;
  };

  Directory directory() const {
    constexpr std::size_t end_size = 22;
    const std::size_t end = bytes_.rfind("PK\x05\x06");
    if (end == std::string_view::npos || bytes_.size() - end < end_size)
      fail("the ZIP archive lacks the directory at its end; the file is incomplete");
    const Directory plain{number<std::uint32_t>(end + 16), number<std::uint16_t>(end + 10)};
    constexpr std::size_t locator_size = 20;
    const bool zip64 =
        end >= locator_size && bytes_.substr(end - locator_size).starts_with("PK\x06\x07");
    if (!zip64) return plain;
    const auto record = number<std::uint64_t>(end - locator_size + 8);
    return {number<std::uint64_t>(record + 48), number<std::uint64_t>(record + 32)};
  }

  /// Moves `at` behind the entry.
  ZipEntry entry_at(std::uint64_t& at) const {
    if (number<std::uint32_t>(at) != 0x02014b50) fail("its directory is damaged");
    ZipEntry entry;
    entry.method = number<std::uint16_t>(at + 10);
    entry.packed = number<std::uint32_t>(at + 20);
    entry.unpacked = number<std::uint32_t>(at + 24);
    entry.header_at = number<std::uint32_t>(at + 42);
    const std::size_t name = number<std::uint16_t>(at + 28);
    const std::size_t extra = number<std::uint16_t>(at + 30);
    entry.name = std::string(piece(at + 46, name));
    read_zip64(at + 46 + name, extra, entry);
    at += 46 + name + extra + number<std::uint16_t>(at + 32);
    return entry;
  }

  /// Sizes and offsets that do not fit into 32 bits follow in a field of their own.
  void read_zip64(std::uint64_t at, std::size_t length, ZipEntry& entry) const {
    const std::uint64_t end = at + length;
    while (at + 4 <= end) {
      const auto id = number<std::uint16_t>(at);
      std::uint64_t value_at = at + 4;
      at = value_at + number<std::uint16_t>(value_at - 2);
      if (id != 1) continue;
      for (std::uint64_t* field : {&entry.unpacked, &entry.packed, &entry.header_at}) {
        if (*field != in_zip64) continue;
        *field = number<std::uint64_t>(value_at);
        value_at += 8;
      }
    }
  }

  std::string unpacked(const ZipEntry& entry) const {
    if (number<std::uint32_t>(entry.header_at) != 0x04034b50) fail("its directory is damaged");
    const std::uint64_t data = entry.header_at + 30 + number<std::uint16_t>(entry.header_at + 26) +
                               number<std::uint16_t>(entry.header_at + 28);
    const std::string_view packed = piece(data, entry.packed);
    if (entry.method == 0) return std::string(packed);
    if (entry.method != 8)
      fail(fmt::format("{} is packed by method {}; save it uncompressed", text::excerpt(entry.name),
                       entry.method));
    return inflated(packed, entry);
  }

  std::string inflated(std::string_view packed, const ZipEntry& entry) const {
    // Small members need no large buffer, and no member may lie about its size to get one.
    const auto chunk_size = std::clamp<std::uint64_t>(entry.unpacked, 4096, 1U << 18U);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    std::string out;
    std::string chunk(chunk_size, '\0');
    int status = Z_OK;
    while (status == Z_OK) {
      if (stream.avail_in == 0) {
        const auto next = std::min<std::size_t>(packed.size(), std::numeric_limits<uInt>::max());
        stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
        stream.avail_in = static_cast<uInt>(next);
        packed.remove_prefix(next);
      }
      stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
      stream.avail_out = static_cast<uInt>(chunk.size());
      status = inflate(&stream, Z_NO_FLUSH);
      out.append(chunk.data(), chunk.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END || out.size() != entry.unpacked)
      fail(fmt::format("{} in the archive is damaged", text::excerpt(entry.name)));
    return out;
  }

  template <class T>
  T number(std::uint64_t at) const {
    return binary::decode<T>(piece(at, sizeof(T)).data(), std::endian::little);
  }
  std::string_view piece(std::uint64_t at, std::uint64_t length) const {
    if (at > bytes_.size() || length > bytes_.size() - at) fail("the ZIP archive breaks off");
    return bytes_.substr(at, length);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }

  std::string_view bytes_;
  const std::string& path_;
};

}  // namespace

std::map<std::string, std::string> unzip(std::string_view bytes, const std::string& path) {
  return ZipArchive(bytes, path).members();
}

}  // namespace holdfast

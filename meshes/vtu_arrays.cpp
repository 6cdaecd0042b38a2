#include "meshes/vtu_arrays.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

constexpr std::string_view xml_spaces = " \t\r\n";
constexpr std::uint64_t most_inflation = 1100;  // of zlib

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// As many bytes as asked for, or those that there are. A header may be padded, and data follow behind it.
std::string from_base64(std::string_view text, std::uint64_t count) {
  std::string bytes;
  unsigned group = 0;
  int digits = 0, padding = 0;
  for (const char c : text) {
    if (bytes.size() >= count) break;
    if (xml_spaces.find(c) != std::string_view::npos) continue;
    const int value = c == '=' ? 0 : value_of(c);
    if (value < 0) break;
    padding += c == '=';
    group = group << 6 | static_cast<unsigned>(value);
    if (++digits < 4) continue;
    for (int i = 0; i < 3 - padding; ++i) bytes += static_cast<char>(group >> (16 - 8 * i) & 0xffU);
    group = 0;
    digits = padding = 0;
  }
  if (bytes.size() > count) bytes.resize(count);
  return bytes;
}

template <class T, class From>
std::vector<T> converted(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(From));
  for (std::size_t i = 0; i < values.size(); ++i) {
    From value;
    std::memcpy(&value, bytes.data() + i * sizeof(From), sizeof(From));
    values[i] = static_cast<T>(value);
  }
  return values;
}

std::size_t size_of(std::string_view type) {
  if (type == "Int8" || type == "UInt8") return 1;
  if (type == "Int16" || type == "UInt16") return 2;
  if (type == "Int32" || type == "UInt32" || type == "Float32") return 4;
  return type == "Int64" || type == "UInt64" || type == "Float64" ? 8 : 0;
}

template <class T>
std::vector<T> numbers_of(std::string_view type, const std::string& bytes) {
  if (type == "Int8") return converted<T, std::int8_t>(bytes);
  if (type == "UInt8") return converted<T, std::uint8_t>(bytes);
  if (type == "Int16") return converted<T, std::int16_t>(bytes);
  if (type == "UInt16") return converted<T, std::uint16_t>(bytes);
  if (type == "Int32") return converted<T, std::int32_t>(bytes);
  if (type == "UInt32") return converted<T, std::uint32_t>(bytes);
  if (type == "Float32") return converted<T, float>(bytes);
  if (type == "Int64") return converted<T, std::int64_t>(bytes);
  if (type == "UInt64") return converted<T, std::uint64_t>(bytes);
  return converted<T, double>(bytes);
}

template <class T>
std::vector<T> numbers_in(std::string_view text, std::uint64_t count) {
  std::vector<T> values;
  values.reserve(std::min<std::uint64_t>(count, text.size() / 2 + 1));
  const char* at = text.data();
  const char* const end = at + text.size();
  while (values.size() < count) {
    while (at < end && xml_spaces.find(*at) != std::string_view::npos) ++at;
    T value{};
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) break;
    at = next;
    values.push_back(value);
  }
  return values;
}

}  // namespace

VtuArrays::VtuArrays(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {
  XmlTag tag;
  for (std::size_t at = 0; next_tag(at, tag) && tag.name != "AppendedData";) take(tag, at);
  if (file_.attribute("type") != "UnstructuredGrid" || pieces_ == 0)
    refuse("is not a VTK file of an unstructured grid, or is truncated");
  if (file_.attribute("byte_order", "LittleEndian") != "LittleEndian")
    refuse("has big-endian numbers; write it as ASCII or little-endian");
  header_bytes_ = file_.attribute("header_type") == "UInt64" ? 8 : 4;
  if (tag.name != "AppendedData") return;
  appended_ = tag;
  const auto begin = static_cast<std::size_t>(tag.name.data() - bytes_.data());
  const std::size_t mark = bytes_.find('_', bytes_.find('>', begin));
  if (mark != std::string_view::npos) appended_data_ = bytes_.substr(mark + 1);
}

void VtuArrays::refuse(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

void VtuArrays::refuse(const VtuArray& array, const std::string& reason) const {
  refuse(fmt::format("array {} of {} {}", in_quotes(std::string(array.tag.attribute("Name"))), array.section, reason));
}

/// Moves behind the next tag; false if there is none.
bool VtuArrays::next_tag(std::size_t& at, XmlTag& tag) const {
  const std::size_t begin = bytes_.find('<', at);
  if (begin == std::string_view::npos) return false;
  if (bytes_.substr(begin, 4) == "<!--") {
    at = std::min(bytes_.find("-->", begin), bytes_.size());
    return next_tag(at, tag);
  }
  const std::size_t end = bytes_.find('>', begin);
  if (end == std::string_view::npos) return false;
  at = end + 1;
  std::string_view text = bytes_.substr(begin + 1, end - begin - 1);
  const std::size_t name_end = std::min(text.find_first_of(" \t\r\n"), text.size());
  tag = {text.substr(0, name_end), {}};
  text.remove_prefix(name_end);
  while (true) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return true;
    std::string_view key = text.substr(0, equals);
    key.remove_prefix(std::min(key.find_first_not_of(xml_spaces), key.size()));
    key = key.substr(0, key.find_last_not_of(xml_spaces) + 1);
    const std::size_t open = text.find_first_of("\"'", equals);
    if (open == std::string_view::npos) return true;
    const std::size_t close = text.find(text[open], open + 1);
    if (close == std::string_view::npos) return true;
    tag.attributes[key] = text.substr(open + 1, close - open - 1);
    text.remove_prefix(close + 1);
  }
}

void VtuArrays::take(const XmlTag& tag, std::size_t end) {
  if (tag.name == "VTKFile") file_ = tag;
  if (tag.name == "Piece") {
    if (++pieces_ > 1) refuse("has several pieces; write it as one (ParaView: the filter 'Clean to Grid')");
    piece_ = tag;
  }
  if (tag.name == "DataArray" || tag.name == "Array") {
    const std::size_t close = bytes_.find('<', end);
    const bool is_empty = bytes_[end - 2] == '/';
    arrays_.push_back(
        {tag, sections_.empty() ? std::string_view("the file") : sections_.back(),
         is_empty ? std::string_view() : bytes_.substr(end, close == std::string_view::npos ? 0 : close - end)});
    return;
  }
  if (tag.name.starts_with('/')) {
    if (!sections_.empty() && sections_.back() == tag.name.substr(1)) sections_.pop_back();
  } else if (bytes_[end - 2] != '/' && !tag.name.starts_with('?')) {
    sections_.push_back(tag.name);
  }
}

const VtuArray& VtuArrays::find(std::string_view section, std::string_view name) const {
  const auto found = std::find_if(arrays_.begin(), arrays_.end(), [&](const VtuArray& array) {
    return array.section == section && (name.empty() || array.tag.attribute("Name") == name);
  });
  if (found == arrays_.end()) refuse(fmt::format("has no array '{}' in its element {}", name, section));
  return *found;
}

std::uint64_t VtuArrays::header_number(std::string_view bytes, std::size_t i) const {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + i * header_bytes_, header_bytes_);
  return value;
}

std::string VtuArrays::encoded(const VtuArray& array, std::string_view text, bool base64, std::uint64_t count) const {
  std::string bytes = base64 ? from_base64(text, count) : std::string(text.substr(0, count));
  if (bytes.size() < count) refuse(array, "is truncated or damaged");
  return bytes;
}

// In front stand the number of blocks, their size, that of the last one, and the compressed size of each.
std::string VtuArrays::inflated(const VtuArray& array, std::string_view text, bool base64, std::uint64_t count) const {
  constexpr std::uint64_t fixed = 3;
  const std::string start = encoded(array, text, base64, fixed * header_bytes_);
  const std::uint64_t blocks = header_number(start, 0), size = header_number(start, 1), rest = header_number(start, 2);
  if (blocks > text.size() || size > most_inflation * text.size() || rest > size)
    refuse(array, "has blocks of impossible sizes");
  const std::uint64_t header_size = (fixed + blocks) * header_bytes_;
  const std::string header = encoded(array, text, base64, header_size);
  std::uint64_t all = header_size;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::uint64_t block = header_number(header, fixed + b);
    if (block > text.size()) refuse(array, "is truncated or damaged");
    all += block;
  }
  const std::string packed = encoded(array, text, base64, all);
  std::string bytes;
  const char* from = packed.data() + header_size;
  for (std::uint64_t b = 0; b < blocks && bytes.size() < count; ++b) {
    const std::uint64_t block = header_number(header, fixed + b);
    const std::uint64_t to = b + 1 == blocks && rest > 0 ? rest : size;
    if (to > most_inflation * block) refuse(array, "has blocks of impossible sizes");
    const std::size_t begin = bytes.size();
    bytes.resize(begin + to);
    uLongf written = to;
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data() + begin), &written, reinterpret_cast<const Bytef*>(from),
                   block) != Z_OK ||
        written != to)
      refuse(array, "does not decompress");
    from += block;
  }
  return bytes;
}

std::string VtuArrays::bytes_of(const VtuArray& array, std::uint64_t count) const {
  std::string_view text = array.body;
  bool base64 = true;
  const std::string_view format = array.tag.attribute("format");
  if (format == "appended") {
    std::uint64_t offset = 0;
    const std::string_view said = array.tag.attribute("offset");
    std::from_chars(said.data(), said.data() + said.size(), offset);
    if (offset >= appended_data_.size()) refuse(array, "lies beyond the end of the file");
    text = appended_data_.substr(offset);
    base64 = appended_.attribute("encoding") == "base64";
  } else if (format != "binary") {
    refuse(array,
           fmt::format("has the format {}; ascii, binary and appended are read", in_quotes(std::string(format))));
  }
  const std::string_view compressor = file_.attribute("compressor");
  if (compressor == "vtkZLibDataCompressor") return inflated(array, text, base64, count);
  if (!compressor.empty())
    refuse(fmt::format("is compressed by {}; write it without compression or by zlib", shown(std::string(compressor))));
  const std::string header = encoded(array, text, base64, header_bytes_);
  if (header_number(header, 0) < count) refuse(array, "has too few values");
  return encoded(array, text, base64, header_bytes_ + count).substr(header_bytes_);
}

std::vector<std::string> VtuArrays::texts(const VtuArray& array) const {
  std::vector<std::string> texts;
  if (array.tag.attribute("type") != "String" || array.tag.attribute("format", "ascii") != "ascii") return texts;
  std::string text;
  for (const std::int64_t c : numbers_in<std::int64_t>(array.body, array.body.size())) {
    if (c != 0) text += static_cast<char>(c);
    if (c == 0) texts.push_back(std::exchange(text, {}));
  }
  return texts;
}

template <class T>
std::vector<T> VtuArrays::values(const VtuArray& array, std::uint64_t count) const {
  const std::string_view type = array.tag.attribute("type");
  const std::size_t size = size_of(type);
  if (size == 0 || (std::numeric_limits<T>::is_integer && type.starts_with("Float")))
    refuse(array, fmt::format("has numbers of type {}, which does not fit", in_quotes(std::string(type))));
  if (count > most_inflation * bytes_.size()) refuse(array, "has too few values");
  std::vector<T> values;
  if (array.tag.attribute("format", "ascii") == "ascii")
    values = numbers_in<T>(array.body, count);
  else
    values = numbers_of<T>(type, bytes_of(array, count * size));
  if (values.size() < count) refuse(array, fmt::format("has {} values; {} are needed", values.size(), count));
  values.resize(count);
  return values;
}

template std::vector<double> VtuArrays::values<double>(const VtuArray&, std::uint64_t) const;
template std::vector<std::int64_t> VtuArrays::values<std::int64_t>(const VtuArray&, std::uint64_t) const;

}  // namespace dg

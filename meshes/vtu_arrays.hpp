/// The arrays of an XML file of VTK, as text, in base64 or as bytes, compressed by zlib or not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dg {

/// What a tag <...> says.
struct XmlTag {
  std::string_view name;  ///< with a / in front at the end of an element
  std::map<std::string_view, std::string_view> attributes;

  std::string_view attribute(std::string_view key, std::string_view otherwise = "") const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? otherwise : found->second;
  }
};

/// An array, of which the values have not been read yet.
struct VtuArray {
  XmlTag tag;
  std::string_view section;  ///< the element that it is in: Points, Cells, CellData ...
  std::string_view body;     ///< what stands between its tags
};

/// The file taken apart; all text is that of the file, which must outlive this.
class VtuArrays {
 public:
  /// Throws InputError, naming `path`, for text that is no unstructured grid, or of several parts.
  VtuArrays(std::string_view bytes, const std::string& path);

  const std::vector<VtuArray>& all() const { return arrays_; }
  /// Throws InputError if there is none.
  const VtuArray& find(std::string_view section, std::string_view name) const;

  const XmlTag& file() const { return file_; }
  const XmlTag& piece() const { return piece_; }

  /// `count` values; T is double or std::int64_t. Throws InputError for others, or if there are fewer.
  template <class T>
  std::vector<T> values(const VtuArray& array, std::uint64_t count) const;

  /// Texts written as the numbers of their characters; none of other arrays.
  std::vector<std::string> texts(const VtuArray& array) const;

  [[noreturn]] void refuse(const std::string& reason) const;
  [[noreturn]] void refuse(const VtuArray& array, const std::string& reason) const;

 private:
  bool next_tag(std::size_t& at, XmlTag& tag) const;
  void take(const XmlTag& tag, std::size_t end);
  std::string bytes_of(const VtuArray& array, std::uint64_t count) const;
  std::string encoded(const VtuArray& array, std::string_view text, bool base64, std::uint64_t count) const;
  std::string inflated(const VtuArray& array, std::string_view text, bool base64, std::uint64_t count) const;
  std::uint64_t header_number(std::string_view bytes, std::size_t i) const;

  std::string_view bytes_;
  const std::string& path_;
  XmlTag file_, piece_, appended_;
  int pieces_ = 0;
  std::size_t header_bytes_ = 4;  ///< of a number in front of data
  std::string_view appended_data_;
  std::vector<std::string_view> sections_;
  std::vector<VtuArray> arrays_;
};

}  // namespace dg

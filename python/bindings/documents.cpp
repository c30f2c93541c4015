#include "python/bindings/documents.hpp"

#include <map>
#include <string>
#include <string_view>

namespace holdfast::python {

namespace nb = nanobind;
using documents::Json;

namespace {

/// Bytes of names that are no UTF-8 become U+FFFD, as in the texts of the command line.
nb::object text(std::string_view bytes) {
  return nb::steal(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

class Conversion {
 public:
  nb::object operator()(const Json& json) {
    switch (json.type()) {
      case Json::value_t::object: return dictionary(json.get_ref<const Json::object_t&>());
      case Json::value_t::array: {
        nb::list list;
        for (const auto& value : json) list.append((*this)(value));
        return list;
      }
      case Json::value_t::string: return text(json.get_ref<const std::string&>());
      case Json::value_t::boolean: return nb::bool_(json.get<bool>());
      case Json::value_t::number_unsigned: return nb::int_(json.get<std::uint64_t>());
      case Json::value_t::number_integer: return nb::int_(json.get<std::int64_t>());
      case Json::value_t::number_float: return nb::float_(json.get<double>());
      default: return nb::none();
    }
  }

 private:
  nb::object dictionary(const Json::object_t& fields) {
    nb::dict made;
    for (const auto& [key, value] : fields) {
      if (PyDict_SetItem(made.ptr(), key_of(key).ptr(), (*this)(value).ptr()) != 0) {
        throw nb::python_error();
      }
    }
    return made;
  }

  /// The same few occur again and again.
  const nb::object& key_of(std::string_view name) {
    const auto known = keys_.find(name);
    return known != keys_.end() ? known->second : keys_.emplace(name, text(name)).first->second;
  }

  std::map<std::string_view, nb::object> keys_;
};

}  // namespace

nb::object Document::as_python() const { return Conversion()(json); }

void bind_documents(nb::module_& module) {
  nb::class_<Document>(module, "Document").def("as_python", &Document::as_python);
}

}  // namespace holdfast::python

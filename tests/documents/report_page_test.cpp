#include "holdfast/documents/report_page.hpp"

#include <gtest/gtest.h>

#include "holdfast/core/errors.hpp"
#include "tests/data/files.hpp"

namespace holdfast::documents {
namespace {

TEST(FillPage, KeepsTheDataInsideItsElement) {
  const testing::ScratchFolder folder;
  const auto page = folder.file(
      "page.html", R"(a<script id="holdfast-data" type="application/json">null</script>b)");
  EXPECT_EQ(fill_page(page, R"({"a": "</script>"})"),
            R"(a<script id="holdfast-data" type="application/json">{"a": "\u003c/script>"})"
            R"(</script>b)");
  const auto other = folder.file("other.html", "<html></html>");
  EXPECT_THROW(fill_page(other, "{}"), InvalidInput);
}

}  // namespace
}  // namespace holdfast::documents

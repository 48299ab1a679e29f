// Written by db/embed; do not edit.
static const unsigned char web_1[] = {
#embed "web/admin/desk.css"
};
static const unsigned char web_2[] = {
#embed "web/admin/desk.html"
};
static const unsigned char web_3[] = {
#embed "web/admin/desk.mjs"
};
static const unsigned char web_4[] = {
#embed "web/admin/draft.mjs"
};
static const unsigned char web_5[] = {
#embed "web/admin/editor.mjs"
};
static const unsigned char web_6[] = {
#embed "web/admin/history.mjs"
};
static const unsigned char web_7[] = {
#embed "web/admin/lists.mjs"
};
static const unsigned char web_8[] = {
#embed "web/admin/products.mjs"
};
static const unsigned char web_9[] = {
#embed "web/admin/sheet.mjs"
};
static const unsigned char web_10[] = {
#embed "web/admin/shop.mjs"
};
static const unsigned char web_11[] = {
#embed "web/admin/table.mjs"
};
static const unsigned char web_12[] = {
#embed "web/base.css"
};
static const unsigned char web_13[] = {
#embed "web/cells.css"
};
static const unsigned char web_14[] = {
#embed "web/cells.mjs"
};
static const unsigned char web_15[] = {
#embed "web/changes.mjs"
};
static const unsigned char web_16[] = {
#embed "web/chooser.mjs"
};
static const unsigned char web_17[] = {
#embed "web/credentials.mjs"
};
static const unsigned char web_18[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_19[] = {
#embed "web/docs.css"
};
static const unsigned char web_20[] = {
#embed "web/docs.html"
};
static const unsigned char web_21[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_22[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_23[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_24[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_25[] = {
#embed "web/icon.svg"
};
static const unsigned char web_26[] = {
#embed "web/index.html"
};
static const unsigned char web_27[] = {
#embed "web/korean.mjs"
};
static const unsigned char web_28[] = {
#embed "web/koreanbodies.mjs"
};
static const unsigned char web_29[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_30[] = {
#embed "web/page.css"
};
static const unsigned char web_31[] = {
#embed "web/past.mjs"
};
static const unsigned char web_32[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_33[] = {
#embed "web/search.css"
};
static const unsigned char web_34[] = {
#embed "web/search.mjs"
};
static const unsigned char web_35[] = {
#embed "web/shop.css"
};
static const unsigned char web_36[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_37[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_38[] = {
#embed "web/try.mjs"
};
static const unsigned char web_39[] = {
#embed "web/words.mjs"
};
static const moa_resource web[] = {
  {"admin/desk.css", web_1, sizeof web_1},
  {"admin/desk.html", web_2, sizeof web_2},
  {"admin/desk.mjs", web_3, sizeof web_3},
  {"admin/draft.mjs", web_4, sizeof web_4},
  {"admin/editor.mjs", web_5, sizeof web_5},
  {"admin/history.mjs", web_6, sizeof web_6},
  {"admin/lists.mjs", web_7, sizeof web_7},
  {"admin/products.mjs", web_8, sizeof web_8},
  {"admin/sheet.mjs", web_9, sizeof web_9},
  {"admin/shop.mjs", web_10, sizeof web_10},
  {"admin/table.mjs", web_11, sizeof web_11},
  {"base.css", web_12, sizeof web_12},
  {"cells.css", web_13, sizeof web_13},
  {"cells.mjs", web_14, sizeof web_14},
  {"changes.mjs", web_15, sizeof web_15},
  {"chooser.mjs", web_16, sizeof web_16},
  {"credentials.mjs", web_17, sizeof web_17},
  {"curl.mjs", web_18, sizeof web_18},
  {"docs.css", web_19, sizeof web_19},
  {"docs.html", web_20, sizeof web_20},
  {"docs.mjs", web_21, sizeof web_21},
  {"dom.mjs", web_22, sizeof web_22},
  {"endless.mjs", web_23, sizeof web_23},
  {"favicon.ico", web_24, sizeof web_24},
  {"icon.svg", web_25, sizeof web_25},
  {"index.html", web_26, sizeof web_26},
  {"korean.mjs", web_27, sizeof web_27},
  {"koreanbodies.mjs", web_28, sizeof web_28},
  {"likes.mjs", web_29, sizeof web_29},
  {"page.css", web_30, sizeof web_30},
  {"past.mjs", web_31, sizeof web_31},
  {"schema.mjs", web_32, sizeof web_32},
  {"search.css", web_33, sizeof web_33},
  {"search.mjs", web_34, sizeof web_34},
  {"shop.css", web_35, sizeof web_35},
  {"shop.mjs", web_36, sizeof web_36},
  {"swift.mjs", web_37, sizeof web_37},
  {"try.mjs", web_38, sizeof web_38},
  {"words.mjs", web_39, sizeof web_39},
};

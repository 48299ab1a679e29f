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
#embed "web/admin/shop.mjs"
};
static const unsigned char web_10[] = {
#embed "web/admin/table.mjs"
};
static const unsigned char web_11[] = {
#embed "web/base.css"
};
static const unsigned char web_12[] = {
#embed "web/cells.css"
};
static const unsigned char web_13[] = {
#embed "web/cells.mjs"
};
static const unsigned char web_14[] = {
#embed "web/changes.mjs"
};
static const unsigned char web_15[] = {
#embed "web/chooser.mjs"
};
static const unsigned char web_16[] = {
#embed "web/credentials.mjs"
};
static const unsigned char web_17[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_18[] = {
#embed "web/docs.css"
};
static const unsigned char web_19[] = {
#embed "web/docs.html"
};
static const unsigned char web_20[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_21[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_22[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_23[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_24[] = {
#embed "web/icon.svg"
};
static const unsigned char web_25[] = {
#embed "web/index.html"
};
static const unsigned char web_26[] = {
#embed "web/korean.mjs"
};
static const unsigned char web_27[] = {
#embed "web/koreanbodies.mjs"
};
static const unsigned char web_28[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_29[] = {
#embed "web/page.css"
};
static const unsigned char web_30[] = {
#embed "web/past.mjs"
};
static const unsigned char web_31[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_32[] = {
#embed "web/search.css"
};
static const unsigned char web_33[] = {
#embed "web/search.mjs"
};
static const unsigned char web_34[] = {
#embed "web/shop.css"
};
static const unsigned char web_35[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_36[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_37[] = {
#embed "web/try.mjs"
};
static const unsigned char web_38[] = {
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
  {"admin/shop.mjs", web_9, sizeof web_9},
  {"admin/table.mjs", web_10, sizeof web_10},
  {"base.css", web_11, sizeof web_11},
  {"cells.css", web_12, sizeof web_12},
  {"cells.mjs", web_13, sizeof web_13},
  {"changes.mjs", web_14, sizeof web_14},
  {"chooser.mjs", web_15, sizeof web_15},
  {"credentials.mjs", web_16, sizeof web_16},
  {"curl.mjs", web_17, sizeof web_17},
  {"docs.css", web_18, sizeof web_18},
  {"docs.html", web_19, sizeof web_19},
  {"docs.mjs", web_20, sizeof web_20},
  {"dom.mjs", web_21, sizeof web_21},
  {"endless.mjs", web_22, sizeof web_22},
  {"favicon.ico", web_23, sizeof web_23},
  {"icon.svg", web_24, sizeof web_24},
  {"index.html", web_25, sizeof web_25},
  {"korean.mjs", web_26, sizeof web_26},
  {"koreanbodies.mjs", web_27, sizeof web_27},
  {"likes.mjs", web_28, sizeof web_28},
  {"page.css", web_29, sizeof web_29},
  {"past.mjs", web_30, sizeof web_30},
  {"schema.mjs", web_31, sizeof web_31},
  {"search.css", web_32, sizeof web_32},
  {"search.mjs", web_33, sizeof web_33},
  {"shop.css", web_34, sizeof web_34},
  {"shop.mjs", web_35, sizeof web_35},
  {"swift.mjs", web_36, sizeof web_36},
  {"try.mjs", web_37, sizeof web_37},
  {"words.mjs", web_38, sizeof web_38},
};

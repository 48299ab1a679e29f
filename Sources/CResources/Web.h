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
#embed "web/base.css"
};
static const unsigned char web_10[] = {
#embed "web/cells.css"
};
static const unsigned char web_11[] = {
#embed "web/cells.mjs"
};
static const unsigned char web_12[] = {
#embed "web/changes.mjs"
};
static const unsigned char web_13[] = {
#embed "web/chooser.mjs"
};
static const unsigned char web_14[] = {
#embed "web/credentials.mjs"
};
static const unsigned char web_15[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_16[] = {
#embed "web/docs.css"
};
static const unsigned char web_17[] = {
#embed "web/docs.html"
};
static const unsigned char web_18[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_19[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_20[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_21[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_22[] = {
#embed "web/icon.svg"
};
static const unsigned char web_23[] = {
#embed "web/index.html"
};
static const unsigned char web_24[] = {
#embed "web/korean.mjs"
};
static const unsigned char web_25[] = {
#embed "web/koreanbodies.mjs"
};
static const unsigned char web_26[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_27[] = {
#embed "web/page.css"
};
static const unsigned char web_28[] = {
#embed "web/past.mjs"
};
static const unsigned char web_29[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_30[] = {
#embed "web/search.css"
};
static const unsigned char web_31[] = {
#embed "web/search.mjs"
};
static const unsigned char web_32[] = {
#embed "web/shop.css"
};
static const unsigned char web_33[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_34[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_35[] = {
#embed "web/try.mjs"
};
static const unsigned char web_36[] = {
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
  {"base.css", web_9, sizeof web_9},
  {"cells.css", web_10, sizeof web_10},
  {"cells.mjs", web_11, sizeof web_11},
  {"changes.mjs", web_12, sizeof web_12},
  {"chooser.mjs", web_13, sizeof web_13},
  {"credentials.mjs", web_14, sizeof web_14},
  {"curl.mjs", web_15, sizeof web_15},
  {"docs.css", web_16, sizeof web_16},
  {"docs.html", web_17, sizeof web_17},
  {"docs.mjs", web_18, sizeof web_18},
  {"dom.mjs", web_19, sizeof web_19},
  {"endless.mjs", web_20, sizeof web_20},
  {"favicon.ico", web_21, sizeof web_21},
  {"icon.svg", web_22, sizeof web_22},
  {"index.html", web_23, sizeof web_23},
  {"korean.mjs", web_24, sizeof web_24},
  {"koreanbodies.mjs", web_25, sizeof web_25},
  {"likes.mjs", web_26, sizeof web_26},
  {"page.css", web_27, sizeof web_27},
  {"past.mjs", web_28, sizeof web_28},
  {"schema.mjs", web_29, sizeof web_29},
  {"search.css", web_30, sizeof web_30},
  {"search.mjs", web_31, sizeof web_31},
  {"shop.css", web_32, sizeof web_32},
  {"shop.mjs", web_33, sizeof web_33},
  {"swift.mjs", web_34, sizeof web_34},
  {"try.mjs", web_35, sizeof web_35},
  {"words.mjs", web_36, sizeof web_36},
};

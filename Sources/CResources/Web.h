// Written by db/embed; do not edit.
static const unsigned char web_1[] = {
#embed "web/base.css"
};
static const unsigned char web_2[] = {
#embed "web/cells.css"
};
static const unsigned char web_3[] = {
#embed "web/cells.mjs"
};
static const unsigned char web_4[] = {
#embed "web/changes.mjs"
};
static const unsigned char web_5[] = {
#embed "web/credentials.mjs"
};
static const unsigned char web_6[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_7[] = {
#embed "web/docs.css"
};
static const unsigned char web_8[] = {
#embed "web/docs.html"
};
static const unsigned char web_9[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_10[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_11[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_12[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_13[] = {
#embed "web/icon.svg"
};
static const unsigned char web_14[] = {
#embed "web/index.html"
};
static const unsigned char web_15[] = {
#embed "web/korean.mjs"
};
static const unsigned char web_16[] = {
#embed "web/koreanbodies.mjs"
};
static const unsigned char web_17[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_18[] = {
#embed "web/page.css"
};
static const unsigned char web_19[] = {
#embed "web/past.mjs"
};
static const unsigned char web_20[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_21[] = {
#embed "web/search.css"
};
static const unsigned char web_22[] = {
#embed "web/search.mjs"
};
static const unsigned char web_23[] = {
#embed "web/shop.css"
};
static const unsigned char web_24[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_25[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_26[] = {
#embed "web/try.mjs"
};
static const unsigned char web_27[] = {
#embed "web/words.mjs"
};
static const moa_resource web[] = {
  {"base.css", web_1, sizeof web_1},
  {"cells.css", web_2, sizeof web_2},
  {"cells.mjs", web_3, sizeof web_3},
  {"changes.mjs", web_4, sizeof web_4},
  {"credentials.mjs", web_5, sizeof web_5},
  {"curl.mjs", web_6, sizeof web_6},
  {"docs.css", web_7, sizeof web_7},
  {"docs.html", web_8, sizeof web_8},
  {"docs.mjs", web_9, sizeof web_9},
  {"dom.mjs", web_10, sizeof web_10},
  {"endless.mjs", web_11, sizeof web_11},
  {"favicon.ico", web_12, sizeof web_12},
  {"icon.svg", web_13, sizeof web_13},
  {"index.html", web_14, sizeof web_14},
  {"korean.mjs", web_15, sizeof web_15},
  {"koreanbodies.mjs", web_16, sizeof web_16},
  {"likes.mjs", web_17, sizeof web_17},
  {"page.css", web_18, sizeof web_18},
  {"past.mjs", web_19, sizeof web_19},
  {"schema.mjs", web_20, sizeof web_20},
  {"search.css", web_21, sizeof web_21},
  {"search.mjs", web_22, sizeof web_22},
  {"shop.css", web_23, sizeof web_23},
  {"shop.mjs", web_24, sizeof web_24},
  {"swift.mjs", web_25, sizeof web_25},
  {"try.mjs", web_26, sizeof web_26},
  {"words.mjs", web_27, sizeof web_27},
};

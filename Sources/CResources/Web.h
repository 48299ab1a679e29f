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
#embed "web/chooser.mjs"
};
static const unsigned char web_6[] = {
#embed "web/credentials.mjs"
};
static const unsigned char web_7[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_8[] = {
#embed "web/docs.css"
};
static const unsigned char web_9[] = {
#embed "web/docs.html"
};
static const unsigned char web_10[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_11[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_12[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_13[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_14[] = {
#embed "web/icon.svg"
};
static const unsigned char web_15[] = {
#embed "web/index.html"
};
static const unsigned char web_16[] = {
#embed "web/korean.mjs"
};
static const unsigned char web_17[] = {
#embed "web/koreanbodies.mjs"
};
static const unsigned char web_18[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_19[] = {
#embed "web/page.css"
};
static const unsigned char web_20[] = {
#embed "web/past.mjs"
};
static const unsigned char web_21[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_22[] = {
#embed "web/search.css"
};
static const unsigned char web_23[] = {
#embed "web/search.mjs"
};
static const unsigned char web_24[] = {
#embed "web/shop.css"
};
static const unsigned char web_25[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_26[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_27[] = {
#embed "web/try.mjs"
};
static const unsigned char web_28[] = {
#embed "web/words.mjs"
};
static const moa_resource web[] = {
  {"base.css", web_1, sizeof web_1},
  {"cells.css", web_2, sizeof web_2},
  {"cells.mjs", web_3, sizeof web_3},
  {"changes.mjs", web_4, sizeof web_4},
  {"chooser.mjs", web_5, sizeof web_5},
  {"credentials.mjs", web_6, sizeof web_6},
  {"curl.mjs", web_7, sizeof web_7},
  {"docs.css", web_8, sizeof web_8},
  {"docs.html", web_9, sizeof web_9},
  {"docs.mjs", web_10, sizeof web_10},
  {"dom.mjs", web_11, sizeof web_11},
  {"endless.mjs", web_12, sizeof web_12},
  {"favicon.ico", web_13, sizeof web_13},
  {"icon.svg", web_14, sizeof web_14},
  {"index.html", web_15, sizeof web_15},
  {"korean.mjs", web_16, sizeof web_16},
  {"koreanbodies.mjs", web_17, sizeof web_17},
  {"likes.mjs", web_18, sizeof web_18},
  {"page.css", web_19, sizeof web_19},
  {"past.mjs", web_20, sizeof web_20},
  {"schema.mjs", web_21, sizeof web_21},
  {"search.css", web_22, sizeof web_22},
  {"search.mjs", web_23, sizeof web_23},
  {"shop.css", web_24, sizeof web_24},
  {"shop.mjs", web_25, sizeof web_25},
  {"swift.mjs", web_26, sizeof web_26},
  {"try.mjs", web_27, sizeof web_27},
  {"words.mjs", web_28, sizeof web_28},
};

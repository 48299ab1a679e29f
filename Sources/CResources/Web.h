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
#embed "web/curl.mjs"
};
static const unsigned char web_5[] = {
#embed "web/docs.css"
};
static const unsigned char web_6[] = {
#embed "web/docs.html"
};
static const unsigned char web_7[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_8[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_9[] = {
#embed "web/endless.mjs"
};
static const unsigned char web_10[] = {
#embed "web/favicon.ico"
};
static const unsigned char web_11[] = {
#embed "web/icon.svg"
};
static const unsigned char web_12[] = {
#embed "web/index.html"
};
static const unsigned char web_13[] = {
#embed "web/likes.mjs"
};
static const unsigned char web_14[] = {
#embed "web/page.css"
};
static const unsigned char web_15[] = {
#embed "web/past.mjs"
};
static const unsigned char web_16[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_17[] = {
#embed "web/search.css"
};
static const unsigned char web_18[] = {
#embed "web/search.mjs"
};
static const unsigned char web_19[] = {
#embed "web/shop.css"
};
static const unsigned char web_20[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_21[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_22[] = {
#embed "web/try.mjs"
};
static const unsigned char web_23[] = {
#embed "web/words.mjs"
};
static const moa_resource web[] = {
  {"base.css", web_1, sizeof web_1},
  {"cells.css", web_2, sizeof web_2},
  {"cells.mjs", web_3, sizeof web_3},
  {"curl.mjs", web_4, sizeof web_4},
  {"docs.css", web_5, sizeof web_5},
  {"docs.html", web_6, sizeof web_6},
  {"docs.mjs", web_7, sizeof web_7},
  {"dom.mjs", web_8, sizeof web_8},
  {"endless.mjs", web_9, sizeof web_9},
  {"favicon.ico", web_10, sizeof web_10},
  {"icon.svg", web_11, sizeof web_11},
  {"index.html", web_12, sizeof web_12},
  {"likes.mjs", web_13, sizeof web_13},
  {"page.css", web_14, sizeof web_14},
  {"past.mjs", web_15, sizeof web_15},
  {"schema.mjs", web_16, sizeof web_16},
  {"search.css", web_17, sizeof web_17},
  {"search.mjs", web_18, sizeof web_18},
  {"shop.css", web_19, sizeof web_19},
  {"shop.mjs", web_20, sizeof web_20},
  {"swift.mjs", web_21, sizeof web_21},
  {"try.mjs", web_22, sizeof web_22},
  {"words.mjs", web_23, sizeof web_23},
};

// Written by db/embed; do not edit.
static const unsigned char web_1[] = {
#embed "web/base.css"
};
static const unsigned char web_2[] = {
#embed "web/cells.mjs"
};
static const unsigned char web_3[] = {
#embed "web/curl.mjs"
};
static const unsigned char web_4[] = {
#embed "web/docs.css"
};
static const unsigned char web_5[] = {
#embed "web/docs.html"
};
static const unsigned char web_6[] = {
#embed "web/docs.mjs"
};
static const unsigned char web_7[] = {
#embed "web/dom.mjs"
};
static const unsigned char web_8[] = {
#embed "web/error.html"
};
static const unsigned char web_9[] = {
#embed "web/error.mjs"
};
static const unsigned char web_10[] = {
#embed "web/icon.svg"
};
static const unsigned char web_11[] = {
#embed "web/index.html"
};
static const unsigned char web_12[] = {
#embed "web/past.mjs"
};
static const unsigned char web_13[] = {
#embed "web/schema.mjs"
};
static const unsigned char web_14[] = {
#embed "web/shop.css"
};
static const unsigned char web_15[] = {
#embed "web/shop.mjs"
};
static const unsigned char web_16[] = {
#embed "web/swift.mjs"
};
static const unsigned char web_17[] = {
#embed "web/try.mjs"
};
static const unsigned char web_18[] = {
#embed "web/words.mjs"
};
static const moa_resource web[] = {
  {"base.css", web_1, sizeof web_1},
  {"cells.mjs", web_2, sizeof web_2},
  {"curl.mjs", web_3, sizeof web_3},
  {"docs.css", web_4, sizeof web_4},
  {"docs.html", web_5, sizeof web_5},
  {"docs.mjs", web_6, sizeof web_6},
  {"dom.mjs", web_7, sizeof web_7},
  {"error.html", web_8, sizeof web_8},
  {"error.mjs", web_9, sizeof web_9},
  {"icon.svg", web_10, sizeof web_10},
  {"index.html", web_11, sizeof web_11},
  {"past.mjs", web_12, sizeof web_12},
  {"schema.mjs", web_13, sizeof web_13},
  {"shop.css", web_14, sizeof web_14},
  {"shop.mjs", web_15, sizeof web_15},
  {"swift.mjs", web_16, sizeof web_16},
  {"try.mjs", web_17, sizeof web_17},
  {"words.mjs", web_18, sizeof web_18},
};

// Written by db/embed; do not edit.
static const unsigned char migrations_1[] = {
#embed "../../db/migrations/0001_schema_history.sql"
};
static const unsigned char migrations_2[] = {
#embed "../../db/migrations/0002_images.sql"
};
static const unsigned char migrations_3[] = {
#embed "../../db/migrations/0003_event_categories.sql"
};
static const unsigned char migrations_4[] = {
#embed "../../db/migrations/0004_shop_window.sql"
};
static const unsigned char migrations_5[] = {
#embed "../../db/migrations/0005_vendors.sql"
};
static const unsigned char migrations_6[] = {
#embed "../../db/migrations/0006_access.sql"
};
static const unsigned char migrations_7[] = {
#embed "../../db/migrations/0007_products.sql"
};
static const unsigned char migrations_8[] = {
#embed "../../db/migrations/0008_product_counts.sql"
};
static const unsigned char migrations_9[] = {
#embed "../../db/migrations/0009_demo_shop.sql"
};
static const unsigned char migrations_10[] = {
#embed "../../db/migrations/0010_event_products.sql"
};
static const unsigned char migrations_11[] = {
#embed "../../db/migrations/0011_devices.sql"
};
static const unsigned char migrations_12[] = {
#embed "../../db/migrations/0012_likes.sql"
};
static const unsigned char migrations_13[] = {
#embed "../../db/migrations/0013_search_clients.sql"
};
static const unsigned char migrations_14[] = {
#embed "../../db/migrations/0014_search.sql"
};
static const unsigned char migrations_15[] = {
#embed "../../db/migrations/0015_search_words.sql"
};
static const unsigned char migrations_16[] = {
#embed "../../db/migrations/0016_read_only.sql"
};
static const unsigned char migrations_17[] = {
#embed "../../db/migrations/0017_app_config.sql"
};
static const unsigned char migrations_18[] = {
#embed "../../db/migrations/0018_removed_products.sql"
};
static const unsigned char migrations_19[] = {
#embed "../../db/migrations/0019_removed_images.sql"
};
static const unsigned char migrations_20[] = {
#embed "../../db/migrations/0020_search_folding.sql"
};
static const unsigned char migrations_21[] = {
#embed "../../db/migrations/0021_search_bounds.sql"
};
static const unsigned char migrations_22[] = {
#embed "../../db/migrations/0022_search_spellings.sql"
};
static const unsigned char migrations_23[] = {
#embed "../../db/migrations/0023_arranged_sections.sql"
};
static const unsigned char migrations_24[] = {
#embed "../../db/migrations/0024_banner_images.sql"
};
static const unsigned char migrations_25[] = {
#embed "../../db/migrations/0025_changes.sql"
};
static const unsigned char migrations_26[] = {
#embed "../../db/migrations/0026_folding_twice.sql"
};
static const unsigned char migrations_27[] = {
#embed "../../db/migrations/0027_scheduled_changes.sql"
};
static const unsigned char migrations_28[] = {
#embed "../../db/migrations/0028_hidden_products.sql"
};
static const unsigned char migrations_29[] = {
#embed "../../db/migrations/0029_variants.sql"
};
static const unsigned char migrations_30[] = {
#embed "../../db/migrations/0030_stock_operations.sql"
};
static const unsigned char migrations_31[] = {
#embed "../../db/migrations/0032_option_filters.sql"
};
static const unsigned char migrations_32[] = {
#embed "../../db/migrations/0033_product_keys.sql"
};
static const unsigned char migrations_33[] = {
#embed "../../db/migrations/0034_history.sql"
};
static const unsigned char migrations_34[] = {
#embed "../../db/migrations/0035_token_expiry.sql"
};
static const unsigned char migrations_35[] = {
#embed "../../db/migrations/0037_restored_products.sql"
};
static const unsigned char migrations_36[] = {
#embed "../../db/migrations/0038_item_type_images.sql"
};
static const unsigned char migrations_37[] = {
#embed "../../db/migrations/0039_products_without_pictures.sql"
};
static const moa_resource migrations[] = {
  {"0001_schema_history.sql", migrations_1, sizeof migrations_1},
  {"0002_images.sql", migrations_2, sizeof migrations_2},
  {"0003_event_categories.sql", migrations_3, sizeof migrations_3},
  {"0004_shop_window.sql", migrations_4, sizeof migrations_4},
  {"0005_vendors.sql", migrations_5, sizeof migrations_5},
  {"0006_access.sql", migrations_6, sizeof migrations_6},
  {"0007_products.sql", migrations_7, sizeof migrations_7},
  {"0008_product_counts.sql", migrations_8, sizeof migrations_8},
  {"0009_demo_shop.sql", migrations_9, sizeof migrations_9},
  {"0010_event_products.sql", migrations_10, sizeof migrations_10},
  {"0011_devices.sql", migrations_11, sizeof migrations_11},
  {"0012_likes.sql", migrations_12, sizeof migrations_12},
  {"0013_search_clients.sql", migrations_13, sizeof migrations_13},
  {"0014_search.sql", migrations_14, sizeof migrations_14},
  {"0015_search_words.sql", migrations_15, sizeof migrations_15},
  {"0016_read_only.sql", migrations_16, sizeof migrations_16},
  {"0017_app_config.sql", migrations_17, sizeof migrations_17},
  {"0018_removed_products.sql", migrations_18, sizeof migrations_18},
  {"0019_removed_images.sql", migrations_19, sizeof migrations_19},
  {"0020_search_folding.sql", migrations_20, sizeof migrations_20},
  {"0021_search_bounds.sql", migrations_21, sizeof migrations_21},
  {"0022_search_spellings.sql", migrations_22, sizeof migrations_22},
  {"0023_arranged_sections.sql", migrations_23, sizeof migrations_23},
  {"0024_banner_images.sql", migrations_24, sizeof migrations_24},
  {"0025_changes.sql", migrations_25, sizeof migrations_25},
  {"0026_folding_twice.sql", migrations_26, sizeof migrations_26},
  {"0027_scheduled_changes.sql", migrations_27, sizeof migrations_27},
  {"0028_hidden_products.sql", migrations_28, sizeof migrations_28},
  {"0029_variants.sql", migrations_29, sizeof migrations_29},
  {"0030_stock_operations.sql", migrations_30, sizeof migrations_30},
  {"0032_option_filters.sql", migrations_31, sizeof migrations_31},
  {"0033_product_keys.sql", migrations_32, sizeof migrations_32},
  {"0034_history.sql", migrations_33, sizeof migrations_33},
  {"0035_token_expiry.sql", migrations_34, sizeof migrations_34},
  {"0037_restored_products.sql", migrations_35, sizeof migrations_35},
  {"0038_item_type_images.sql", migrations_36, sizeof migrations_36},
  {"0039_products_without_pictures.sql", migrations_37, sizeof migrations_37},
};

// Written by db/embed; do not edit.
static const unsigned char demo_1[] = {
#embed "../../db/demo/images/banner-coor.png"
};
static const unsigned char demo_2[] = {
#embed "../../db/demo/images/banner-grandeline.png"
};
static const unsigned char demo_3[] = {
#embed "../../db/demo/images/banner-itter.png"
};
static const unsigned char demo_4[] = {
#embed "../../db/demo/images/banner-on-and-off.png"
};
static const unsigned char demo_5[] = {
#embed "../../db/demo/images/banner-saint-james.png"
};
static const unsigned char demo_6[] = {
#embed "../../db/demo/images/banner-sw19.png"
};
static const unsigned char demo_7[] = {
#embed "../../db/demo/images/event-beauty-text.png"
};
static const unsigned char demo_8[] = {
#embed "../../db/demo/images/event-beauty.png"
};
static const unsigned char demo_9[] = {
#embed "../../db/demo/images/event-earth-text.png"
};
static const unsigned char demo_10[] = {
#embed "../../db/demo/images/event-earth.png"
};
static const unsigned char demo_11[] = {
#embed "../../db/demo/images/event-golf-text.png"
};
static const unsigned char demo_12[] = {
#embed "../../db/demo/images/event-golf.png"
};
static const unsigned char demo_13[] = {
#embed "../../db/demo/images/event-kids-text.png"
};
static const unsigned char demo_14[] = {
#embed "../../db/demo/images/event-kids.png"
};
static const unsigned char demo_15[] = {
#embed "../../db/demo/images/event-luxury-text.png"
};
static const unsigned char demo_16[] = {
#embed "../../db/demo/images/event-luxury.png"
};
static const unsigned char demo_17[] = {
#embed "../../db/demo/images/event-newjeans-text.png"
};
static const unsigned char demo_18[] = {
#embed "../../db/demo/images/event-newjeans.png"
};
static const unsigned char demo_19[] = {
#embed "../../db/demo/images/event-outlet-text.png"
};
static const unsigned char demo_20[] = {
#embed "../../db/demo/images/event-outlet.png"
};
static const unsigned char demo_21[] = {
#embed "../../db/demo/images/event-sports-text.png"
};
static const unsigned char demo_22[] = {
#embed "../../db/demo/images/event-sports.png"
};
static const unsigned char demo_23[] = {
#embed "../../db/demo/images/event-spring-new-text.png"
};
static const unsigned char demo_24[] = {
#embed "../../db/demo/images/event-spring-new.png"
};
static const unsigned char demo_25[] = {
#embed "../../db/demo/images/event-spring-outer-text.png"
};
static const unsigned char demo_26[] = {
#embed "../../db/demo/images/event-spring-outer.png"
};
static const unsigned char demo_27[] = {
#embed "../../db/demo/images/item-100-01.png"
};
static const unsigned char demo_28[] = {
#embed "../../db/demo/images/item-100-02.png"
};
static const unsigned char demo_29[] = {
#embed "../../db/demo/images/item-100-03.png"
};
static const unsigned char demo_30[] = {
#embed "../../db/demo/images/item-100-04.png"
};
static const unsigned char demo_31[] = {
#embed "../../db/demo/images/item-100-05.png"
};
static const unsigned char demo_32[] = {
#embed "../../db/demo/images/item-100-06.png"
};
static const unsigned char demo_33[] = {
#embed "../../db/demo/images/item-100-07.png"
};
static const unsigned char demo_34[] = {
#embed "../../db/demo/images/item-100-08.png"
};
static const unsigned char demo_35[] = {
#embed "../../db/demo/images/item-100-09.png"
};
static const unsigned char demo_36[] = {
#embed "../../db/demo/images/item-100-10.png"
};
static const unsigned char demo_37[] = {
#embed "../../db/demo/images/item-200-01.png"
};
static const unsigned char demo_38[] = {
#embed "../../db/demo/images/item-200-02.png"
};
static const unsigned char demo_39[] = {
#embed "../../db/demo/images/item-200-03.png"
};
static const unsigned char demo_40[] = {
#embed "../../db/demo/images/item-200-04.png"
};
static const unsigned char demo_41[] = {
#embed "../../db/demo/images/item-200-05.png"
};
static const unsigned char demo_42[] = {
#embed "../../db/demo/images/item-200-06.png"
};
static const unsigned char demo_43[] = {
#embed "../../db/demo/images/item-200-07.png"
};
static const unsigned char demo_44[] = {
#embed "../../db/demo/images/item-200-08.png"
};
static const unsigned char demo_45[] = {
#embed "../../db/demo/images/item-200-09.png"
};
static const unsigned char demo_46[] = {
#embed "../../db/demo/images/item-200-10.png"
};
static const unsigned char demo_47[] = {
#embed "../../db/demo/images/item-200-11.png"
};
static const unsigned char demo_48[] = {
#embed "../../db/demo/images/item-200-12.png"
};
static const unsigned char demo_49[] = {
#embed "../../db/demo/images/item-200-13.png"
};
static const unsigned char demo_50[] = {
#embed "../../db/demo/images/item-200-14.png"
};
static const unsigned char demo_51[] = {
#embed "../../db/demo/images/item-200-15.png"
};
static const unsigned char demo_52[] = {
#embed "../../db/demo/images/item-200-16.png"
};
static const unsigned char demo_53[] = {
#embed "../../db/demo/images/item-200-17.png"
};
static const unsigned char demo_54[] = {
#embed "../../db/demo/images/item-200-18.png"
};
static const unsigned char demo_55[] = {
#embed "../../db/demo/images/item-200-19.png"
};
static const unsigned char demo_56[] = {
#embed "../../db/demo/images/item-200-20.png"
};
static const unsigned char demo_57[] = {
#embed "../../db/demo/images/item-200-21.png"
};
static const unsigned char demo_58[] = {
#embed "../../db/demo/images/item-200-22.png"
};
static const unsigned char demo_59[] = {
#embed "../../db/demo/images/item-200-23.png"
};
static const unsigned char demo_60[] = {
#embed "../../db/demo/images/item-300-01.png"
};
static const unsigned char demo_61[] = {
#embed "../../db/demo/images/item-300-02.png"
};
static const unsigned char demo_62[] = {
#embed "../../db/demo/images/item-300-03.png"
};
static const unsigned char demo_63[] = {
#embed "../../db/demo/images/item-300-04.png"
};
static const unsigned char demo_64[] = {
#embed "../../db/demo/images/item-300-05.png"
};
static const unsigned char demo_65[] = {
#embed "../../db/demo/images/item-300-06.png"
};
static const unsigned char demo_66[] = {
#embed "../../db/demo/images/item-300-07.png"
};
static const unsigned char demo_67[] = {
#embed "../../db/demo/images/item-300-08.png"
};
static const unsigned char demo_68[] = {
#embed "../../db/demo/images/item-300-09.png"
};
static const unsigned char demo_69[] = {
#embed "../../db/demo/images/item-400-01.png"
};
static const unsigned char demo_70[] = {
#embed "../../db/demo/images/item-400-02.png"
};
static const unsigned char demo_71[] = {
#embed "../../db/demo/images/item-400-03.png"
};
static const unsigned char demo_72[] = {
#embed "../../db/demo/images/item-400-04.png"
};
static const unsigned char demo_73[] = {
#embed "../../db/demo/images/item-401-01.png"
};
static const unsigned char demo_74[] = {
#embed "../../db/demo/images/item-401-02.png"
};
static const unsigned char demo_75[] = {
#embed "../../db/demo/images/item-401-03.png"
};
static const unsigned char demo_76[] = {
#embed "../../db/demo/images/item-401-04.png"
};
static const unsigned char demo_77[] = {
#embed "../../db/demo/images/item-500-01.png"
};
static const unsigned char demo_78[] = {
#embed "../../db/demo/images/item-500-02.png"
};
static const unsigned char demo_79[] = {
#embed "../../db/demo/images/item-500-03.png"
};
static const unsigned char demo_80[] = {
#embed "../../db/demo/images/item-500-04.png"
};
static const unsigned char demo_81[] = {
#embed "../../db/demo/images/item-500-05.png"
};
static const unsigned char demo_82[] = {
#embed "../../db/demo/images/item-501-01.png"
};
static const unsigned char demo_83[] = {
#embed "../../db/demo/images/item-501-02.png"
};
static const unsigned char demo_84[] = {
#embed "../../db/demo/images/item-501-03.png"
};
static const unsigned char demo_85[] = {
#embed "../../db/demo/images/item-501-04.png"
};
static const unsigned char demo_86[] = {
#embed "../../db/demo/images/item-501-05.png"
};
static const unsigned char demo_87[] = {
#embed "../../db/demo/images/item-501-06.png"
};
static const unsigned char demo_88[] = {
#embed "../../db/demo/images/item-501-07.png"
};
static const unsigned char demo_89[] = {
#embed "../../db/demo/images/item-501-08.png"
};
static const unsigned char demo_90[] = {
#embed "../../db/demo/images/item-501-09.png"
};
static const unsigned char demo_91[] = {
#embed "../../db/demo/images/item-501-10.png"
};
static const unsigned char demo_92[] = {
#embed "../../db/demo/images/item-501-11.png"
};
static const unsigned char demo_93[] = {
#embed "../../db/demo/images/item-501-12.png"
};
static const unsigned char demo_94[] = {
#embed "../../db/demo/shop.json"
};
static const moa_resource demo[] = {
  {"images/banner-coor.png", demo_1, sizeof demo_1},
  {"images/banner-grandeline.png", demo_2, sizeof demo_2},
  {"images/banner-itter.png", demo_3, sizeof demo_3},
  {"images/banner-on-and-off.png", demo_4, sizeof demo_4},
  {"images/banner-saint-james.png", demo_5, sizeof demo_5},
  {"images/banner-sw19.png", demo_6, sizeof demo_6},
  {"images/event-beauty-text.png", demo_7, sizeof demo_7},
  {"images/event-beauty.png", demo_8, sizeof demo_8},
  {"images/event-earth-text.png", demo_9, sizeof demo_9},
  {"images/event-earth.png", demo_10, sizeof demo_10},
  {"images/event-golf-text.png", demo_11, sizeof demo_11},
  {"images/event-golf.png", demo_12, sizeof demo_12},
  {"images/event-kids-text.png", demo_13, sizeof demo_13},
  {"images/event-kids.png", demo_14, sizeof demo_14},
  {"images/event-luxury-text.png", demo_15, sizeof demo_15},
  {"images/event-luxury.png", demo_16, sizeof demo_16},
  {"images/event-newjeans-text.png", demo_17, sizeof demo_17},
  {"images/event-newjeans.png", demo_18, sizeof demo_18},
  {"images/event-outlet-text.png", demo_19, sizeof demo_19},
  {"images/event-outlet.png", demo_20, sizeof demo_20},
  {"images/event-sports-text.png", demo_21, sizeof demo_21},
  {"images/event-sports.png", demo_22, sizeof demo_22},
  {"images/event-spring-new-text.png", demo_23, sizeof demo_23},
  {"images/event-spring-new.png", demo_24, sizeof demo_24},
  {"images/event-spring-outer-text.png", demo_25, sizeof demo_25},
  {"images/event-spring-outer.png", demo_26, sizeof demo_26},
  {"images/item-100-01.png", demo_27, sizeof demo_27},
  {"images/item-100-02.png", demo_28, sizeof demo_28},
  {"images/item-100-03.png", demo_29, sizeof demo_29},
  {"images/item-100-04.png", demo_30, sizeof demo_30},
  {"images/item-100-05.png", demo_31, sizeof demo_31},
  {"images/item-100-06.png", demo_32, sizeof demo_32},
  {"images/item-100-07.png", demo_33, sizeof demo_33},
  {"images/item-100-08.png", demo_34, sizeof demo_34},
  {"images/item-100-09.png", demo_35, sizeof demo_35},
  {"images/item-100-10.png", demo_36, sizeof demo_36},
  {"images/item-200-01.png", demo_37, sizeof demo_37},
  {"images/item-200-02.png", demo_38, sizeof demo_38},
  {"images/item-200-03.png", demo_39, sizeof demo_39},
  {"images/item-200-04.png", demo_40, sizeof demo_40},
  {"images/item-200-05.png", demo_41, sizeof demo_41},
  {"images/item-200-06.png", demo_42, sizeof demo_42},
  {"images/item-200-07.png", demo_43, sizeof demo_43},
  {"images/item-200-08.png", demo_44, sizeof demo_44},
  {"images/item-200-09.png", demo_45, sizeof demo_45},
  {"images/item-200-10.png", demo_46, sizeof demo_46},
  {"images/item-200-11.png", demo_47, sizeof demo_47},
  {"images/item-200-12.png", demo_48, sizeof demo_48},
  {"images/item-200-13.png", demo_49, sizeof demo_49},
  {"images/item-200-14.png", demo_50, sizeof demo_50},
  {"images/item-200-15.png", demo_51, sizeof demo_51},
  {"images/item-200-16.png", demo_52, sizeof demo_52},
  {"images/item-200-17.png", demo_53, sizeof demo_53},
  {"images/item-200-18.png", demo_54, sizeof demo_54},
  {"images/item-200-19.png", demo_55, sizeof demo_55},
  {"images/item-200-20.png", demo_56, sizeof demo_56},
  {"images/item-200-21.png", demo_57, sizeof demo_57},
  {"images/item-200-22.png", demo_58, sizeof demo_58},
  {"images/item-200-23.png", demo_59, sizeof demo_59},
  {"images/item-300-01.png", demo_60, sizeof demo_60},
  {"images/item-300-02.png", demo_61, sizeof demo_61},
  {"images/item-300-03.png", demo_62, sizeof demo_62},
  {"images/item-300-04.png", demo_63, sizeof demo_63},
  {"images/item-300-05.png", demo_64, sizeof demo_64},
  {"images/item-300-06.png", demo_65, sizeof demo_65},
  {"images/item-300-07.png", demo_66, sizeof demo_66},
  {"images/item-300-08.png", demo_67, sizeof demo_67},
  {"images/item-300-09.png", demo_68, sizeof demo_68},
  {"images/item-400-01.png", demo_69, sizeof demo_69},
  {"images/item-400-02.png", demo_70, sizeof demo_70},
  {"images/item-400-03.png", demo_71, sizeof demo_71},
  {"images/item-400-04.png", demo_72, sizeof demo_72},
  {"images/item-401-01.png", demo_73, sizeof demo_73},
  {"images/item-401-02.png", demo_74, sizeof demo_74},
  {"images/item-401-03.png", demo_75, sizeof demo_75},
  {"images/item-401-04.png", demo_76, sizeof demo_76},
  {"images/item-500-01.png", demo_77, sizeof demo_77},
  {"images/item-500-02.png", demo_78, sizeof demo_78},
  {"images/item-500-03.png", demo_79, sizeof demo_79},
  {"images/item-500-04.png", demo_80, sizeof demo_80},
  {"images/item-500-05.png", demo_81, sizeof demo_81},
  {"images/item-501-01.png", demo_82, sizeof demo_82},
  {"images/item-501-02.png", demo_83, sizeof demo_83},
  {"images/item-501-03.png", demo_84, sizeof demo_84},
  {"images/item-501-04.png", demo_85, sizeof demo_85},
  {"images/item-501-05.png", demo_86, sizeof demo_86},
  {"images/item-501-06.png", demo_87, sizeof demo_87},
  {"images/item-501-07.png", demo_88, sizeof demo_88},
  {"images/item-501-08.png", demo_89, sizeof demo_89},
  {"images/item-501-09.png", demo_90, sizeof demo_90},
  {"images/item-501-10.png", demo_91, sizeof demo_91},
  {"images/item-501-11.png", demo_92, sizeof demo_92},
  {"images/item-501-12.png", demo_93, sizeof demo_93},
  {"shop.json", demo_94, sizeof demo_94},
};

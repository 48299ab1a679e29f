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
#embed "../../db/demo/images/product-backpack-1.cell.png"
};
static const unsigned char demo_95[] = {
#embed "../../db/demo/images/product-backpack-1.png"
};
static const unsigned char demo_96[] = {
#embed "../../db/demo/images/product-backpack-1.thumb.png"
};
static const unsigned char demo_97[] = {
#embed "../../db/demo/images/product-backpack-1.wide.png"
};
static const unsigned char demo_98[] = {
#embed "../../db/demo/images/product-backpack-2.cell.png"
};
static const unsigned char demo_99[] = {
#embed "../../db/demo/images/product-backpack-2.png"
};
static const unsigned char demo_100[] = {
#embed "../../db/demo/images/product-backpack-2.thumb.png"
};
static const unsigned char demo_101[] = {
#embed "../../db/demo/images/product-backpack-2.wide.png"
};
static const unsigned char demo_102[] = {
#embed "../../db/demo/images/product-beanie-1.cell.png"
};
static const unsigned char demo_103[] = {
#embed "../../db/demo/images/product-beanie-1.png"
};
static const unsigned char demo_104[] = {
#embed "../../db/demo/images/product-beanie-1.thumb.png"
};
static const unsigned char demo_105[] = {
#embed "../../db/demo/images/product-beanie-1.wide.png"
};
static const unsigned char demo_106[] = {
#embed "../../db/demo/images/product-belt-1.cell.png"
};
static const unsigned char demo_107[] = {
#embed "../../db/demo/images/product-belt-1.png"
};
static const unsigned char demo_108[] = {
#embed "../../db/demo/images/product-belt-1.thumb.png"
};
static const unsigned char demo_109[] = {
#embed "../../db/demo/images/product-belt-1.wide.png"
};
static const unsigned char demo_110[] = {
#embed "../../db/demo/images/product-bingsu-1.cell.png"
};
static const unsigned char demo_111[] = {
#embed "../../db/demo/images/product-bingsu-1.png"
};
static const unsigned char demo_112[] = {
#embed "../../db/demo/images/product-bingsu-1.thumb.png"
};
static const unsigned char demo_113[] = {
#embed "../../db/demo/images/product-bingsu-1.wide.png"
};
static const unsigned char demo_114[] = {
#embed "../../db/demo/images/product-blanket-1.cell.png"
};
static const unsigned char demo_115[] = {
#embed "../../db/demo/images/product-blanket-1.png"
};
static const unsigned char demo_116[] = {
#embed "../../db/demo/images/product-blanket-1.thumb.png"
};
static const unsigned char demo_117[] = {
#embed "../../db/demo/images/product-blanket-1.wide.png"
};
static const unsigned char demo_118[] = {
#embed "../../db/demo/images/product-blazer-1.cell.png"
};
static const unsigned char demo_119[] = {
#embed "../../db/demo/images/product-blazer-1.png"
};
static const unsigned char demo_120[] = {
#embed "../../db/demo/images/product-blazer-1.thumb.png"
};
static const unsigned char demo_121[] = {
#embed "../../db/demo/images/product-blazer-1.wide.png"
};
static const unsigned char demo_122[] = {
#embed "../../db/demo/images/product-blazer-2.cell.png"
};
static const unsigned char demo_123[] = {
#embed "../../db/demo/images/product-blazer-2.png"
};
static const unsigned char demo_124[] = {
#embed "../../db/demo/images/product-blazer-2.thumb.png"
};
static const unsigned char demo_125[] = {
#embed "../../db/demo/images/product-blazer-2.wide.png"
};
static const unsigned char demo_126[] = {
#embed "../../db/demo/images/product-blocks-1.cell.png"
};
static const unsigned char demo_127[] = {
#embed "../../db/demo/images/product-blocks-1.png"
};
static const unsigned char demo_128[] = {
#embed "../../db/demo/images/product-blocks-1.thumb.png"
};
static const unsigned char demo_129[] = {
#embed "../../db/demo/images/product-blocks-1.wide.png"
};
static const unsigned char demo_130[] = {
#embed "../../db/demo/images/product-boots-1.cell.png"
};
static const unsigned char demo_131[] = {
#embed "../../db/demo/images/product-boots-1.png"
};
static const unsigned char demo_132[] = {
#embed "../../db/demo/images/product-boots-1.thumb.png"
};
static const unsigned char demo_133[] = {
#embed "../../db/demo/images/product-boots-1.wide.png"
};
static const unsigned char demo_134[] = {
#embed "../../db/demo/images/product-boots-2.cell.png"
};
static const unsigned char demo_135[] = {
#embed "../../db/demo/images/product-boots-2.png"
};
static const unsigned char demo_136[] = {
#embed "../../db/demo/images/product-boots-2.thumb.png"
};
static const unsigned char demo_137[] = {
#embed "../../db/demo/images/product-boots-2.wide.png"
};
static const unsigned char demo_138[] = {
#embed "../../db/demo/images/product-bottle-1.cell.png"
};
static const unsigned char demo_139[] = {
#embed "../../db/demo/images/product-bottle-1.png"
};
static const unsigned char demo_140[] = {
#embed "../../db/demo/images/product-bottle-1.thumb.png"
};
static const unsigned char demo_141[] = {
#embed "../../db/demo/images/product-bottle-1.wide.png"
};
static const unsigned char demo_142[] = {
#embed "../../db/demo/images/product-candle-1.cell.png"
};
static const unsigned char demo_143[] = {
#embed "../../db/demo/images/product-candle-1.png"
};
static const unsigned char demo_144[] = {
#embed "../../db/demo/images/product-candle-1.thumb.png"
};
static const unsigned char demo_145[] = {
#embed "../../db/demo/images/product-candle-1.wide.png"
};
static const unsigned char demo_146[] = {
#embed "../../db/demo/images/product-canvas-1.cell.png"
};
static const unsigned char demo_147[] = {
#embed "../../db/demo/images/product-canvas-1.png"
};
static const unsigned char demo_148[] = {
#embed "../../db/demo/images/product-canvas-1.thumb.png"
};
static const unsigned char demo_149[] = {
#embed "../../db/demo/images/product-canvas-1.wide.png"
};
static const unsigned char demo_150[] = {
#embed "../../db/demo/images/product-canvas-2.cell.png"
};
static const unsigned char demo_151[] = {
#embed "../../db/demo/images/product-canvas-2.png"
};
static const unsigned char demo_152[] = {
#embed "../../db/demo/images/product-canvas-2.thumb.png"
};
static const unsigned char demo_153[] = {
#embed "../../db/demo/images/product-canvas-2.wide.png"
};
static const unsigned char demo_154[] = {
#embed "../../db/demo/images/product-cap-1.cell.png"
};
static const unsigned char demo_155[] = {
#embed "../../db/demo/images/product-cap-1.png"
};
static const unsigned char demo_156[] = {
#embed "../../db/demo/images/product-cap-1.thumb.png"
};
static const unsigned char demo_157[] = {
#embed "../../db/demo/images/product-cap-1.wide.png"
};
static const unsigned char demo_158[] = {
#embed "../../db/demo/images/product-cardigan-1.cell.png"
};
static const unsigned char demo_159[] = {
#embed "../../db/demo/images/product-cardigan-1.png"
};
static const unsigned char demo_160[] = {
#embed "../../db/demo/images/product-cardigan-1.thumb.png"
};
static const unsigned char demo_161[] = {
#embed "../../db/demo/images/product-cardigan-1.wide.png"
};
static const unsigned char demo_162[] = {
#embed "../../db/demo/images/product-cardigan-2.cell.png"
};
static const unsigned char demo_163[] = {
#embed "../../db/demo/images/product-cardigan-2.png"
};
static const unsigned char demo_164[] = {
#embed "../../db/demo/images/product-cardigan-2.thumb.png"
};
static const unsigned char demo_165[] = {
#embed "../../db/demo/images/product-cardigan-2.wide.png"
};
static const unsigned char demo_166[] = {
#embed "../../db/demo/images/product-charger-1.cell.png"
};
static const unsigned char demo_167[] = {
#embed "../../db/demo/images/product-charger-1.png"
};
static const unsigned char demo_168[] = {
#embed "../../db/demo/images/product-charger-1.thumb.png"
};
static const unsigned char demo_169[] = {
#embed "../../db/demo/images/product-charger-1.wide.png"
};
static const unsigned char demo_170[] = {
#embed "../../db/demo/images/product-coat-1.cell.png"
};
static const unsigned char demo_171[] = {
#embed "../../db/demo/images/product-coat-1.png"
};
static const unsigned char demo_172[] = {
#embed "../../db/demo/images/product-coat-1.thumb.png"
};
static const unsigned char demo_173[] = {
#embed "../../db/demo/images/product-coat-1.wide.png"
};
static const unsigned char demo_174[] = {
#embed "../../db/demo/images/product-coat-2.cell.png"
};
static const unsigned char demo_175[] = {
#embed "../../db/demo/images/product-coat-2.png"
};
static const unsigned char demo_176[] = {
#embed "../../db/demo/images/product-coat-2.thumb.png"
};
static const unsigned char demo_177[] = {
#embed "../../db/demo/images/product-coat-2.wide.png"
};
static const unsigned char demo_178[] = {
#embed "../../db/demo/images/product-coffee-1.cell.png"
};
static const unsigned char demo_179[] = {
#embed "../../db/demo/images/product-coffee-1.png"
};
static const unsigned char demo_180[] = {
#embed "../../db/demo/images/product-coffee-1.thumb.png"
};
static const unsigned char demo_181[] = {
#embed "../../db/demo/images/product-coffee-1.wide.png"
};
static const unsigned char demo_182[] = {
#embed "../../db/demo/images/product-cookies-1.cell.png"
};
static const unsigned char demo_183[] = {
#embed "../../db/demo/images/product-cookies-1.png"
};
static const unsigned char demo_184[] = {
#embed "../../db/demo/images/product-cookies-1.thumb.png"
};
static const unsigned char demo_185[] = {
#embed "../../db/demo/images/product-cookies-1.wide.png"
};
static const unsigned char demo_186[] = {
#embed "../../db/demo/images/product-cream-1.cell.png"
};
static const unsigned char demo_187[] = {
#embed "../../db/demo/images/product-cream-1.png"
};
static const unsigned char demo_188[] = {
#embed "../../db/demo/images/product-cream-1.thumb.png"
};
static const unsigned char demo_189[] = {
#embed "../../db/demo/images/product-cream-1.wide.png"
};
static const unsigned char demo_190[] = {
#embed "../../db/demo/images/product-crossbag-1.cell.png"
};
static const unsigned char demo_191[] = {
#embed "../../db/demo/images/product-crossbag-1.png"
};
static const unsigned char demo_192[] = {
#embed "../../db/demo/images/product-crossbag-1.thumb.png"
};
static const unsigned char demo_193[] = {
#embed "../../db/demo/images/product-crossbag-1.wide.png"
};
static const unsigned char demo_194[] = {
#embed "../../db/demo/images/product-crossbag-2.cell.png"
};
static const unsigned char demo_195[] = {
#embed "../../db/demo/images/product-crossbag-2.png"
};
static const unsigned char demo_196[] = {
#embed "../../db/demo/images/product-crossbag-2.thumb.png"
};
static const unsigned char demo_197[] = {
#embed "../../db/demo/images/product-crossbag-2.wide.png"
};
static const unsigned char demo_198[] = {
#embed "../../db/demo/images/product-cushion-1.cell.png"
};
static const unsigned char demo_199[] = {
#embed "../../db/demo/images/product-cushion-1.png"
};
static const unsigned char demo_200[] = {
#embed "../../db/demo/images/product-cushion-1.thumb.png"
};
static const unsigned char demo_201[] = {
#embed "../../db/demo/images/product-cushion-1.wide.png"
};
static const unsigned char demo_202[] = {
#embed "../../db/demo/images/product-denim-1.cell.png"
};
static const unsigned char demo_203[] = {
#embed "../../db/demo/images/product-denim-1.png"
};
static const unsigned char demo_204[] = {
#embed "../../db/demo/images/product-denim-1.thumb.png"
};
static const unsigned char demo_205[] = {
#embed "../../db/demo/images/product-denim-1.wide.png"
};
static const unsigned char demo_206[] = {
#embed "../../db/demo/images/product-denim-2.cell.png"
};
static const unsigned char demo_207[] = {
#embed "../../db/demo/images/product-denim-2.png"
};
static const unsigned char demo_208[] = {
#embed "../../db/demo/images/product-denim-2.thumb.png"
};
static const unsigned char demo_209[] = {
#embed "../../db/demo/images/product-denim-2.wide.png"
};
static const unsigned char demo_210[] = {
#embed "../../db/demo/images/product-dress-1.cell.png"
};
static const unsigned char demo_211[] = {
#embed "../../db/demo/images/product-dress-1.png"
};
static const unsigned char demo_212[] = {
#embed "../../db/demo/images/product-dress-1.thumb.png"
};
static const unsigned char demo_213[] = {
#embed "../../db/demo/images/product-dress-1.wide.png"
};
static const unsigned char demo_214[] = {
#embed "../../db/demo/images/product-dress-2.cell.png"
};
static const unsigned char demo_215[] = {
#embed "../../db/demo/images/product-dress-2.png"
};
static const unsigned char demo_216[] = {
#embed "../../db/demo/images/product-dress-2.thumb.png"
};
static const unsigned char demo_217[] = {
#embed "../../db/demo/images/product-dress-2.wide.png"
};
static const unsigned char demo_218[] = {
#embed "../../db/demo/images/product-dumbbell-1.cell.png"
};
static const unsigned char demo_219[] = {
#embed "../../db/demo/images/product-dumbbell-1.png"
};
static const unsigned char demo_220[] = {
#embed "../../db/demo/images/product-dumbbell-1.thumb.png"
};
static const unsigned char demo_221[] = {
#embed "../../db/demo/images/product-dumbbell-1.wide.png"
};
static const unsigned char demo_222[] = {
#embed "../../db/demo/images/product-earbuds-1.cell.png"
};
static const unsigned char demo_223[] = {
#embed "../../db/demo/images/product-earbuds-1.png"
};
static const unsigned char demo_224[] = {
#embed "../../db/demo/images/product-earbuds-1.thumb.png"
};
static const unsigned char demo_225[] = {
#embed "../../db/demo/images/product-earbuds-1.wide.png"
};
static const unsigned char demo_226[] = {
#embed "../../db/demo/images/product-flask-1.cell.png"
};
static const unsigned char demo_227[] = {
#embed "../../db/demo/images/product-flask-1.png"
};
static const unsigned char demo_228[] = {
#embed "../../db/demo/images/product-flask-1.thumb.png"
};
static const unsigned char demo_229[] = {
#embed "../../db/demo/images/product-flask-1.wide.png"
};
static const unsigned char demo_230[] = {
#embed "../../db/demo/images/product-golf-1.cell.png"
};
static const unsigned char demo_231[] = {
#embed "../../db/demo/images/product-golf-1.png"
};
static const unsigned char demo_232[] = {
#embed "../../db/demo/images/product-golf-1.thumb.png"
};
static const unsigned char demo_233[] = {
#embed "../../db/demo/images/product-golf-1.wide.png"
};
static const unsigned char demo_234[] = {
#embed "../../db/demo/images/product-headphones-1.cell.png"
};
static const unsigned char demo_235[] = {
#embed "../../db/demo/images/product-headphones-1.png"
};
static const unsigned char demo_236[] = {
#embed "../../db/demo/images/product-headphones-1.thumb.png"
};
static const unsigned char demo_237[] = {
#embed "../../db/demo/images/product-headphones-1.wide.png"
};
static const unsigned char demo_238[] = {
#embed "../../db/demo/images/product-heels-1.cell.png"
};
static const unsigned char demo_239[] = {
#embed "../../db/demo/images/product-heels-1.png"
};
static const unsigned char demo_240[] = {
#embed "../../db/demo/images/product-heels-1.thumb.png"
};
static const unsigned char demo_241[] = {
#embed "../../db/demo/images/product-heels-1.wide.png"
};
static const unsigned char demo_242[] = {
#embed "../../db/demo/images/product-heels-2.cell.png"
};
static const unsigned char demo_243[] = {
#embed "../../db/demo/images/product-heels-2.png"
};
static const unsigned char demo_244[] = {
#embed "../../db/demo/images/product-heels-2.thumb.png"
};
static const unsigned char demo_245[] = {
#embed "../../db/demo/images/product-heels-2.wide.png"
};
static const unsigned char demo_246[] = {
#embed "../../db/demo/images/product-hoodie-1.cell.png"
};
static const unsigned char demo_247[] = {
#embed "../../db/demo/images/product-hoodie-1.png"
};
static const unsigned char demo_248[] = {
#embed "../../db/demo/images/product-hoodie-1.thumb.png"
};
static const unsigned char demo_249[] = {
#embed "../../db/demo/images/product-hoodie-1.wide.png"
};
static const unsigned char demo_250[] = {
#embed "../../db/demo/images/product-hoodie-2.cell.png"
};
static const unsigned char demo_251[] = {
#embed "../../db/demo/images/product-hoodie-2.png"
};
static const unsigned char demo_252[] = {
#embed "../../db/demo/images/product-hoodie-2.thumb.png"
};
static const unsigned char demo_253[] = {
#embed "../../db/demo/images/product-hoodie-2.wide.png"
};
static const unsigned char demo_254[] = {
#embed "../../db/demo/images/product-jogger-1.cell.png"
};
static const unsigned char demo_255[] = {
#embed "../../db/demo/images/product-jogger-1.png"
};
static const unsigned char demo_256[] = {
#embed "../../db/demo/images/product-jogger-1.thumb.png"
};
static const unsigned char demo_257[] = {
#embed "../../db/demo/images/product-jogger-1.wide.png"
};
static const unsigned char demo_258[] = {
#embed "../../db/demo/images/product-jogger-2.cell.png"
};
static const unsigned char demo_259[] = {
#embed "../../db/demo/images/product-jogger-2.png"
};
static const unsigned char demo_260[] = {
#embed "../../db/demo/images/product-jogger-2.thumb.png"
};
static const unsigned char demo_261[] = {
#embed "../../db/demo/images/product-jogger-2.wide.png"
};
static const unsigned char demo_262[] = {
#embed "../../db/demo/images/product-keyboard-1.cell.png"
};
static const unsigned char demo_263[] = {
#embed "../../db/demo/images/product-keyboard-1.png"
};
static const unsigned char demo_264[] = {
#embed "../../db/demo/images/product-keyboard-1.thumb.png"
};
static const unsigned char demo_265[] = {
#embed "../../db/demo/images/product-keyboard-1.wide.png"
};
static const unsigned char demo_266[] = {
#embed "../../db/demo/images/product-knit-1.cell.png"
};
static const unsigned char demo_267[] = {
#embed "../../db/demo/images/product-knit-1.png"
};
static const unsigned char demo_268[] = {
#embed "../../db/demo/images/product-knit-1.thumb.png"
};
static const unsigned char demo_269[] = {
#embed "../../db/demo/images/product-knit-1.wide.png"
};
static const unsigned char demo_270[] = {
#embed "../../db/demo/images/product-knit-2.cell.png"
};
static const unsigned char demo_271[] = {
#embed "../../db/demo/images/product-knit-2.png"
};
static const unsigned char demo_272[] = {
#embed "../../db/demo/images/product-knit-2.thumb.png"
};
static const unsigned char demo_273[] = {
#embed "../../db/demo/images/product-knit-2.wide.png"
};
static const unsigned char demo_274[] = {
#embed "../../db/demo/images/product-lamp-1.cell.png"
};
static const unsigned char demo_275[] = {
#embed "../../db/demo/images/product-lamp-1.png"
};
static const unsigned char demo_276[] = {
#embed "../../db/demo/images/product-lamp-1.thumb.png"
};
static const unsigned char demo_277[] = {
#embed "../../db/demo/images/product-lamp-1.wide.png"
};
static const unsigned char demo_278[] = {
#embed "../../db/demo/images/product-lipstick-1.cell.png"
};
static const unsigned char demo_279[] = {
#embed "../../db/demo/images/product-lipstick-1.png"
};
static const unsigned char demo_280[] = {
#embed "../../db/demo/images/product-lipstick-1.thumb.png"
};
static const unsigned char demo_281[] = {
#embed "../../db/demo/images/product-lipstick-1.wide.png"
};
static const unsigned char demo_282[] = {
#embed "../../db/demo/images/product-loafers-1.cell.png"
};
static const unsigned char demo_283[] = {
#embed "../../db/demo/images/product-loafers-1.png"
};
static const unsigned char demo_284[] = {
#embed "../../db/demo/images/product-loafers-1.thumb.png"
};
static const unsigned char demo_285[] = {
#embed "../../db/demo/images/product-loafers-1.wide.png"
};
static const unsigned char demo_286[] = {
#embed "../../db/demo/images/product-loafers-2.cell.png"
};
static const unsigned char demo_287[] = {
#embed "../../db/demo/images/product-loafers-2.png"
};
static const unsigned char demo_288[] = {
#embed "../../db/demo/images/product-loafers-2.thumb.png"
};
static const unsigned char demo_289[] = {
#embed "../../db/demo/images/product-loafers-2.wide.png"
};
static const unsigned char demo_290[] = {
#embed "../../db/demo/images/product-mouse-1.cell.png"
};
static const unsigned char demo_291[] = {
#embed "../../db/demo/images/product-mouse-1.png"
};
static const unsigned char demo_292[] = {
#embed "../../db/demo/images/product-mouse-1.thumb.png"
};
static const unsigned char demo_293[] = {
#embed "../../db/demo/images/product-mouse-1.wide.png"
};
static const unsigned char demo_294[] = {
#embed "../../db/demo/images/product-mug-1.cell.png"
};
static const unsigned char demo_295[] = {
#embed "../../db/demo/images/product-mug-1.png"
};
static const unsigned char demo_296[] = {
#embed "../../db/demo/images/product-mug-1.thumb.png"
};
static const unsigned char demo_297[] = {
#embed "../../db/demo/images/product-mug-1.wide.png"
};
static const unsigned char demo_298[] = {
#embed "../../db/demo/images/product-necklace-1.cell.png"
};
static const unsigned char demo_299[] = {
#embed "../../db/demo/images/product-necklace-1.png"
};
static const unsigned char demo_300[] = {
#embed "../../db/demo/images/product-necklace-1.thumb.png"
};
static const unsigned char demo_301[] = {
#embed "../../db/demo/images/product-necklace-1.wide.png"
};
static const unsigned char demo_302[] = {
#embed "../../db/demo/images/product-notebook-1.cell.png"
};
static const unsigned char demo_303[] = {
#embed "../../db/demo/images/product-notebook-1.png"
};
static const unsigned char demo_304[] = {
#embed "../../db/demo/images/product-notebook-1.thumb.png"
};
static const unsigned char demo_305[] = {
#embed "../../db/demo/images/product-notebook-1.wide.png"
};
static const unsigned char demo_306[] = {
#embed "../../db/demo/images/product-padding-1.cell.png"
};
static const unsigned char demo_307[] = {
#embed "../../db/demo/images/product-padding-1.png"
};
static const unsigned char demo_308[] = {
#embed "../../db/demo/images/product-padding-1.thumb.png"
};
static const unsigned char demo_309[] = {
#embed "../../db/demo/images/product-padding-1.wide.png"
};
static const unsigned char demo_310[] = {
#embed "../../db/demo/images/product-padding-2.cell.png"
};
static const unsigned char demo_311[] = {
#embed "../../db/demo/images/product-padding-2.png"
};
static const unsigned char demo_312[] = {
#embed "../../db/demo/images/product-padding-2.thumb.png"
};
static const unsigned char demo_313[] = {
#embed "../../db/demo/images/product-padding-2.wide.png"
};
static const unsigned char demo_314[] = {
#embed "../../db/demo/images/product-pan-1.cell.png"
};
static const unsigned char demo_315[] = {
#embed "../../db/demo/images/product-pan-1.png"
};
static const unsigned char demo_316[] = {
#embed "../../db/demo/images/product-pan-1.thumb.png"
};
static const unsigned char demo_317[] = {
#embed "../../db/demo/images/product-pan-1.wide.png"
};
static const unsigned char demo_318[] = {
#embed "../../db/demo/images/product-pen-1.cell.png"
};
static const unsigned char demo_319[] = {
#embed "../../db/demo/images/product-pen-1.png"
};
static const unsigned char demo_320[] = {
#embed "../../db/demo/images/product-pen-1.thumb.png"
};
static const unsigned char demo_321[] = {
#embed "../../db/demo/images/product-pen-1.wide.png"
};
static const unsigned char demo_322[] = {
#embed "../../db/demo/images/product-perfume-1.cell.png"
};
static const unsigned char demo_323[] = {
#embed "../../db/demo/images/product-perfume-1.png"
};
static const unsigned char demo_324[] = {
#embed "../../db/demo/images/product-perfume-1.thumb.png"
};
static const unsigned char demo_325[] = {
#embed "../../db/demo/images/product-perfume-1.wide.png"
};
static const unsigned char demo_326[] = {
#embed "../../db/demo/images/product-plant-1.cell.png"
};
static const unsigned char demo_327[] = {
#embed "../../db/demo/images/product-plant-1.png"
};
static const unsigned char demo_328[] = {
#embed "../../db/demo/images/product-plant-1.thumb.png"
};
static const unsigned char demo_329[] = {
#embed "../../db/demo/images/product-plant-1.wide.png"
};
static const unsigned char demo_330[] = {
#embed "../../db/demo/images/product-sandals-1.cell.png"
};
static const unsigned char demo_331[] = {
#embed "../../db/demo/images/product-sandals-1.png"
};
static const unsigned char demo_332[] = {
#embed "../../db/demo/images/product-sandals-1.thumb.png"
};
static const unsigned char demo_333[] = {
#embed "../../db/demo/images/product-sandals-1.wide.png"
};
static const unsigned char demo_334[] = {
#embed "../../db/demo/images/product-sandals-2.cell.png"
};
static const unsigned char demo_335[] = {
#embed "../../db/demo/images/product-sandals-2.png"
};
static const unsigned char demo_336[] = {
#embed "../../db/demo/images/product-sandals-2.thumb.png"
};
static const unsigned char demo_337[] = {
#embed "../../db/demo/images/product-sandals-2.wide.png"
};
static const unsigned char demo_338[] = {
#embed "../../db/demo/images/product-shirt-1.cell.png"
};
static const unsigned char demo_339[] = {
#embed "../../db/demo/images/product-shirt-1.png"
};
static const unsigned char demo_340[] = {
#embed "../../db/demo/images/product-shirt-1.thumb.png"
};
static const unsigned char demo_341[] = {
#embed "../../db/demo/images/product-shirt-1.wide.png"
};
static const unsigned char demo_342[] = {
#embed "../../db/demo/images/product-shirt-2.cell.png"
};
static const unsigned char demo_343[] = {
#embed "../../db/demo/images/product-shirt-2.png"
};
static const unsigned char demo_344[] = {
#embed "../../db/demo/images/product-shirt-2.thumb.png"
};
static const unsigned char demo_345[] = {
#embed "../../db/demo/images/product-shirt-2.wide.png"
};
static const unsigned char demo_346[] = {
#embed "../../db/demo/images/product-shorts-1.cell.png"
};
static const unsigned char demo_347[] = {
#embed "../../db/demo/images/product-shorts-1.png"
};
static const unsigned char demo_348[] = {
#embed "../../db/demo/images/product-shorts-1.thumb.png"
};
static const unsigned char demo_349[] = {
#embed "../../db/demo/images/product-shorts-1.wide.png"
};
static const unsigned char demo_350[] = {
#embed "../../db/demo/images/product-shorts-2.cell.png"
};
static const unsigned char demo_351[] = {
#embed "../../db/demo/images/product-shorts-2.png"
};
static const unsigned char demo_352[] = {
#embed "../../db/demo/images/product-shorts-2.thumb.png"
};
static const unsigned char demo_353[] = {
#embed "../../db/demo/images/product-shorts-2.wide.png"
};
static const unsigned char demo_354[] = {
#embed "../../db/demo/images/product-skirt-1.cell.png"
};
static const unsigned char demo_355[] = {
#embed "../../db/demo/images/product-skirt-1.png"
};
static const unsigned char demo_356[] = {
#embed "../../db/demo/images/product-skirt-1.thumb.png"
};
static const unsigned char demo_357[] = {
#embed "../../db/demo/images/product-skirt-1.wide.png"
};
static const unsigned char demo_358[] = {
#embed "../../db/demo/images/product-skirt-2.cell.png"
};
static const unsigned char demo_359[] = {
#embed "../../db/demo/images/product-skirt-2.png"
};
static const unsigned char demo_360[] = {
#embed "../../db/demo/images/product-skirt-2.thumb.png"
};
static const unsigned char demo_361[] = {
#embed "../../db/demo/images/product-skirt-2.wide.png"
};
static const unsigned char demo_362[] = {
#embed "../../db/demo/images/product-slacks-1.cell.png"
};
static const unsigned char demo_363[] = {
#embed "../../db/demo/images/product-slacks-1.png"
};
static const unsigned char demo_364[] = {
#embed "../../db/demo/images/product-slacks-1.thumb.png"
};
static const unsigned char demo_365[] = {
#embed "../../db/demo/images/product-slacks-1.wide.png"
};
static const unsigned char demo_366[] = {
#embed "../../db/demo/images/product-slacks-2.cell.png"
};
static const unsigned char demo_367[] = {
#embed "../../db/demo/images/product-slacks-2.png"
};
static const unsigned char demo_368[] = {
#embed "../../db/demo/images/product-slacks-2.thumb.png"
};
static const unsigned char demo_369[] = {
#embed "../../db/demo/images/product-slacks-2.wide.png"
};
static const unsigned char demo_370[] = {
#embed "../../db/demo/images/product-sleeveless-1.cell.png"
};
static const unsigned char demo_371[] = {
#embed "../../db/demo/images/product-sleeveless-1.png"
};
static const unsigned char demo_372[] = {
#embed "../../db/demo/images/product-sleeveless-1.thumb.png"
};
static const unsigned char demo_373[] = {
#embed "../../db/demo/images/product-sleeveless-1.wide.png"
};
static const unsigned char demo_374[] = {
#embed "../../db/demo/images/product-sleeveless-2.cell.png"
};
static const unsigned char demo_375[] = {
#embed "../../db/demo/images/product-sleeveless-2.png"
};
static const unsigned char demo_376[] = {
#embed "../../db/demo/images/product-sleeveless-2.thumb.png"
};
static const unsigned char demo_377[] = {
#embed "../../db/demo/images/product-sleeveless-2.wide.png"
};
static const unsigned char demo_378[] = {
#embed "../../db/demo/images/product-sneakers-1.cell.png"
};
static const unsigned char demo_379[] = {
#embed "../../db/demo/images/product-sneakers-1.png"
};
static const unsigned char demo_380[] = {
#embed "../../db/demo/images/product-sneakers-1.thumb.png"
};
static const unsigned char demo_381[] = {
#embed "../../db/demo/images/product-sneakers-1.wide.png"
};
static const unsigned char demo_382[] = {
#embed "../../db/demo/images/product-sneakers-2.cell.png"
};
static const unsigned char demo_383[] = {
#embed "../../db/demo/images/product-sneakers-2.png"
};
static const unsigned char demo_384[] = {
#embed "../../db/demo/images/product-sneakers-2.thumb.png"
};
static const unsigned char demo_385[] = {
#embed "../../db/demo/images/product-sneakers-2.wide.png"
};
static const unsigned char demo_386[] = {
#embed "../../db/demo/images/product-socks-1.cell.png"
};
static const unsigned char demo_387[] = {
#embed "../../db/demo/images/product-socks-1.png"
};
static const unsigned char demo_388[] = {
#embed "../../db/demo/images/product-socks-1.thumb.png"
};
static const unsigned char demo_389[] = {
#embed "../../db/demo/images/product-socks-1.wide.png"
};
static const unsigned char demo_390[] = {
#embed "../../db/demo/images/product-speaker-1.cell.png"
};
static const unsigned char demo_391[] = {
#embed "../../db/demo/images/product-speaker-1.png"
};
static const unsigned char demo_392[] = {
#embed "../../db/demo/images/product-speaker-1.thumb.png"
};
static const unsigned char demo_393[] = {
#embed "../../db/demo/images/product-speaker-1.wide.png"
};
static const unsigned char demo_394[] = {
#embed "../../db/demo/images/product-sunglasses-1.cell.png"
};
static const unsigned char demo_395[] = {
#embed "../../db/demo/images/product-sunglasses-1.png"
};
static const unsigned char demo_396[] = {
#embed "../../db/demo/images/product-sunglasses-1.thumb.png"
};
static const unsigned char demo_397[] = {
#embed "../../db/demo/images/product-sunglasses-1.wide.png"
};
static const unsigned char demo_398[] = {
#embed "../../db/demo/images/product-sunscreen-1.cell.png"
};
static const unsigned char demo_399[] = {
#embed "../../db/demo/images/product-sunscreen-1.png"
};
static const unsigned char demo_400[] = {
#embed "../../db/demo/images/product-sunscreen-1.thumb.png"
};
static const unsigned char demo_401[] = {
#embed "../../db/demo/images/product-sunscreen-1.wide.png"
};
static const unsigned char demo_402[] = {
#embed "../../db/demo/images/product-sweatshirt-1.cell.png"
};
static const unsigned char demo_403[] = {
#embed "../../db/demo/images/product-sweatshirt-1.png"
};
static const unsigned char demo_404[] = {
#embed "../../db/demo/images/product-sweatshirt-1.thumb.png"
};
static const unsigned char demo_405[] = {
#embed "../../db/demo/images/product-sweatshirt-1.wide.png"
};
static const unsigned char demo_406[] = {
#embed "../../db/demo/images/product-sweatshirt-2.cell.png"
};
static const unsigned char demo_407[] = {
#embed "../../db/demo/images/product-sweatshirt-2.png"
};
static const unsigned char demo_408[] = {
#embed "../../db/demo/images/product-sweatshirt-2.thumb.png"
};
static const unsigned char demo_409[] = {
#embed "../../db/demo/images/product-sweatshirt-2.wide.png"
};
static const unsigned char demo_410[] = {
#embed "../../db/demo/images/product-tea-1.cell.png"
};
static const unsigned char demo_411[] = {
#embed "../../db/demo/images/product-tea-1.png"
};
static const unsigned char demo_412[] = {
#embed "../../db/demo/images/product-tea-1.thumb.png"
};
static const unsigned char demo_413[] = {
#embed "../../db/demo/images/product-tea-1.wide.png"
};
static const unsigned char demo_414[] = {
#embed "../../db/demo/images/product-teddy-1.cell.png"
};
static const unsigned char demo_415[] = {
#embed "../../db/demo/images/product-teddy-1.png"
};
static const unsigned char demo_416[] = {
#embed "../../db/demo/images/product-teddy-1.thumb.png"
};
static const unsigned char demo_417[] = {
#embed "../../db/demo/images/product-teddy-1.wide.png"
};
static const unsigned char demo_418[] = {
#embed "../../db/demo/images/product-tee-1.cell.png"
};
static const unsigned char demo_419[] = {
#embed "../../db/demo/images/product-tee-1.png"
};
static const unsigned char demo_420[] = {
#embed "../../db/demo/images/product-tee-1.thumb.png"
};
static const unsigned char demo_421[] = {
#embed "../../db/demo/images/product-tee-1.wide.png"
};
static const unsigned char demo_422[] = {
#embed "../../db/demo/images/product-tee-2.cell.png"
};
static const unsigned char demo_423[] = {
#embed "../../db/demo/images/product-tee-2.png"
};
static const unsigned char demo_424[] = {
#embed "../../db/demo/images/product-tee-2.thumb.png"
};
static const unsigned char demo_425[] = {
#embed "../../db/demo/images/product-tee-2.wide.png"
};
static const unsigned char demo_426[] = {
#embed "../../db/demo/images/product-tote-1.cell.png"
};
static const unsigned char demo_427[] = {
#embed "../../db/demo/images/product-tote-1.png"
};
static const unsigned char demo_428[] = {
#embed "../../db/demo/images/product-tote-1.thumb.png"
};
static const unsigned char demo_429[] = {
#embed "../../db/demo/images/product-tote-1.wide.png"
};
static const unsigned char demo_430[] = {
#embed "../../db/demo/images/product-towel-1.cell.png"
};
static const unsigned char demo_431[] = {
#embed "../../db/demo/images/product-towel-1.png"
};
static const unsigned char demo_432[] = {
#embed "../../db/demo/images/product-towel-1.thumb.png"
};
static const unsigned char demo_433[] = {
#embed "../../db/demo/images/product-towel-1.wide.png"
};
static const unsigned char demo_434[] = {
#embed "../../db/demo/images/product-tumbler-1.cell.png"
};
static const unsigned char demo_435[] = {
#embed "../../db/demo/images/product-tumbler-1.png"
};
static const unsigned char demo_436[] = {
#embed "../../db/demo/images/product-tumbler-1.thumb.png"
};
static const unsigned char demo_437[] = {
#embed "../../db/demo/images/product-tumbler-1.wide.png"
};
static const unsigned char demo_438[] = {
#embed "../../db/demo/images/product-umbrella-1.cell.png"
};
static const unsigned char demo_439[] = {
#embed "../../db/demo/images/product-umbrella-1.png"
};
static const unsigned char demo_440[] = {
#embed "../../db/demo/images/product-umbrella-1.thumb.png"
};
static const unsigned char demo_441[] = {
#embed "../../db/demo/images/product-umbrella-1.wide.png"
};
static const unsigned char demo_442[] = {
#embed "../../db/demo/images/product-vase-1.cell.png"
};
static const unsigned char demo_443[] = {
#embed "../../db/demo/images/product-vase-1.png"
};
static const unsigned char demo_444[] = {
#embed "../../db/demo/images/product-vase-1.thumb.png"
};
static const unsigned char demo_445[] = {
#embed "../../db/demo/images/product-vase-1.wide.png"
};
static const unsigned char demo_446[] = {
#embed "../../db/demo/images/product-watch-1.cell.png"
};
static const unsigned char demo_447[] = {
#embed "../../db/demo/images/product-watch-1.png"
};
static const unsigned char demo_448[] = {
#embed "../../db/demo/images/product-watch-1.thumb.png"
};
static const unsigned char demo_449[] = {
#embed "../../db/demo/images/product-watch-1.wide.png"
};
static const unsigned char demo_450[] = {
#embed "../../db/demo/images/product-yoga-1.cell.png"
};
static const unsigned char demo_451[] = {
#embed "../../db/demo/images/product-yoga-1.png"
};
static const unsigned char demo_452[] = {
#embed "../../db/demo/images/product-yoga-1.thumb.png"
};
static const unsigned char demo_453[] = {
#embed "../../db/demo/images/product-yoga-1.wide.png"
};
static const unsigned char demo_454[] = {
#embed "../../db/demo/lists.json"
};
static const unsigned char demo_455[] = {
#embed "../../db/demo/pictures.json"
};
static const unsigned char demo_456[] = {
#embed "../../db/demo/products.json"
};
static const unsigned char demo_457[] = {
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
  {"images/product-backpack-1.cell.png", demo_94, sizeof demo_94},
  {"images/product-backpack-1.png", demo_95, sizeof demo_95},
  {"images/product-backpack-1.thumb.png", demo_96, sizeof demo_96},
  {"images/product-backpack-1.wide.png", demo_97, sizeof demo_97},
  {"images/product-backpack-2.cell.png", demo_98, sizeof demo_98},
  {"images/product-backpack-2.png", demo_99, sizeof demo_99},
  {"images/product-backpack-2.thumb.png", demo_100, sizeof demo_100},
  {"images/product-backpack-2.wide.png", demo_101, sizeof demo_101},
  {"images/product-beanie-1.cell.png", demo_102, sizeof demo_102},
  {"images/product-beanie-1.png", demo_103, sizeof demo_103},
  {"images/product-beanie-1.thumb.png", demo_104, sizeof demo_104},
  {"images/product-beanie-1.wide.png", demo_105, sizeof demo_105},
  {"images/product-belt-1.cell.png", demo_106, sizeof demo_106},
  {"images/product-belt-1.png", demo_107, sizeof demo_107},
  {"images/product-belt-1.thumb.png", demo_108, sizeof demo_108},
  {"images/product-belt-1.wide.png", demo_109, sizeof demo_109},
  {"images/product-bingsu-1.cell.png", demo_110, sizeof demo_110},
  {"images/product-bingsu-1.png", demo_111, sizeof demo_111},
  {"images/product-bingsu-1.thumb.png", demo_112, sizeof demo_112},
  {"images/product-bingsu-1.wide.png", demo_113, sizeof demo_113},
  {"images/product-blanket-1.cell.png", demo_114, sizeof demo_114},
  {"images/product-blanket-1.png", demo_115, sizeof demo_115},
  {"images/product-blanket-1.thumb.png", demo_116, sizeof demo_116},
  {"images/product-blanket-1.wide.png", demo_117, sizeof demo_117},
  {"images/product-blazer-1.cell.png", demo_118, sizeof demo_118},
  {"images/product-blazer-1.png", demo_119, sizeof demo_119},
  {"images/product-blazer-1.thumb.png", demo_120, sizeof demo_120},
  {"images/product-blazer-1.wide.png", demo_121, sizeof demo_121},
  {"images/product-blazer-2.cell.png", demo_122, sizeof demo_122},
  {"images/product-blazer-2.png", demo_123, sizeof demo_123},
  {"images/product-blazer-2.thumb.png", demo_124, sizeof demo_124},
  {"images/product-blazer-2.wide.png", demo_125, sizeof demo_125},
  {"images/product-blocks-1.cell.png", demo_126, sizeof demo_126},
  {"images/product-blocks-1.png", demo_127, sizeof demo_127},
  {"images/product-blocks-1.thumb.png", demo_128, sizeof demo_128},
  {"images/product-blocks-1.wide.png", demo_129, sizeof demo_129},
  {"images/product-boots-1.cell.png", demo_130, sizeof demo_130},
  {"images/product-boots-1.png", demo_131, sizeof demo_131},
  {"images/product-boots-1.thumb.png", demo_132, sizeof demo_132},
  {"images/product-boots-1.wide.png", demo_133, sizeof demo_133},
  {"images/product-boots-2.cell.png", demo_134, sizeof demo_134},
  {"images/product-boots-2.png", demo_135, sizeof demo_135},
  {"images/product-boots-2.thumb.png", demo_136, sizeof demo_136},
  {"images/product-boots-2.wide.png", demo_137, sizeof demo_137},
  {"images/product-bottle-1.cell.png", demo_138, sizeof demo_138},
  {"images/product-bottle-1.png", demo_139, sizeof demo_139},
  {"images/product-bottle-1.thumb.png", demo_140, sizeof demo_140},
  {"images/product-bottle-1.wide.png", demo_141, sizeof demo_141},
  {"images/product-candle-1.cell.png", demo_142, sizeof demo_142},
  {"images/product-candle-1.png", demo_143, sizeof demo_143},
  {"images/product-candle-1.thumb.png", demo_144, sizeof demo_144},
  {"images/product-candle-1.wide.png", demo_145, sizeof demo_145},
  {"images/product-canvas-1.cell.png", demo_146, sizeof demo_146},
  {"images/product-canvas-1.png", demo_147, sizeof demo_147},
  {"images/product-canvas-1.thumb.png", demo_148, sizeof demo_148},
  {"images/product-canvas-1.wide.png", demo_149, sizeof demo_149},
  {"images/product-canvas-2.cell.png", demo_150, sizeof demo_150},
  {"images/product-canvas-2.png", demo_151, sizeof demo_151},
  {"images/product-canvas-2.thumb.png", demo_152, sizeof demo_152},
  {"images/product-canvas-2.wide.png", demo_153, sizeof demo_153},
  {"images/product-cap-1.cell.png", demo_154, sizeof demo_154},
  {"images/product-cap-1.png", demo_155, sizeof demo_155},
  {"images/product-cap-1.thumb.png", demo_156, sizeof demo_156},
  {"images/product-cap-1.wide.png", demo_157, sizeof demo_157},
  {"images/product-cardigan-1.cell.png", demo_158, sizeof demo_158},
  {"images/product-cardigan-1.png", demo_159, sizeof demo_159},
  {"images/product-cardigan-1.thumb.png", demo_160, sizeof demo_160},
  {"images/product-cardigan-1.wide.png", demo_161, sizeof demo_161},
  {"images/product-cardigan-2.cell.png", demo_162, sizeof demo_162},
  {"images/product-cardigan-2.png", demo_163, sizeof demo_163},
  {"images/product-cardigan-2.thumb.png", demo_164, sizeof demo_164},
  {"images/product-cardigan-2.wide.png", demo_165, sizeof demo_165},
  {"images/product-charger-1.cell.png", demo_166, sizeof demo_166},
  {"images/product-charger-1.png", demo_167, sizeof demo_167},
  {"images/product-charger-1.thumb.png", demo_168, sizeof demo_168},
  {"images/product-charger-1.wide.png", demo_169, sizeof demo_169},
  {"images/product-coat-1.cell.png", demo_170, sizeof demo_170},
  {"images/product-coat-1.png", demo_171, sizeof demo_171},
  {"images/product-coat-1.thumb.png", demo_172, sizeof demo_172},
  {"images/product-coat-1.wide.png", demo_173, sizeof demo_173},
  {"images/product-coat-2.cell.png", demo_174, sizeof demo_174},
  {"images/product-coat-2.png", demo_175, sizeof demo_175},
  {"images/product-coat-2.thumb.png", demo_176, sizeof demo_176},
  {"images/product-coat-2.wide.png", demo_177, sizeof demo_177},
  {"images/product-coffee-1.cell.png", demo_178, sizeof demo_178},
  {"images/product-coffee-1.png", demo_179, sizeof demo_179},
  {"images/product-coffee-1.thumb.png", demo_180, sizeof demo_180},
  {"images/product-coffee-1.wide.png", demo_181, sizeof demo_181},
  {"images/product-cookies-1.cell.png", demo_182, sizeof demo_182},
  {"images/product-cookies-1.png", demo_183, sizeof demo_183},
  {"images/product-cookies-1.thumb.png", demo_184, sizeof demo_184},
  {"images/product-cookies-1.wide.png", demo_185, sizeof demo_185},
  {"images/product-cream-1.cell.png", demo_186, sizeof demo_186},
  {"images/product-cream-1.png", demo_187, sizeof demo_187},
  {"images/product-cream-1.thumb.png", demo_188, sizeof demo_188},
  {"images/product-cream-1.wide.png", demo_189, sizeof demo_189},
  {"images/product-crossbag-1.cell.png", demo_190, sizeof demo_190},
  {"images/product-crossbag-1.png", demo_191, sizeof demo_191},
  {"images/product-crossbag-1.thumb.png", demo_192, sizeof demo_192},
  {"images/product-crossbag-1.wide.png", demo_193, sizeof demo_193},
  {"images/product-crossbag-2.cell.png", demo_194, sizeof demo_194},
  {"images/product-crossbag-2.png", demo_195, sizeof demo_195},
  {"images/product-crossbag-2.thumb.png", demo_196, sizeof demo_196},
  {"images/product-crossbag-2.wide.png", demo_197, sizeof demo_197},
  {"images/product-cushion-1.cell.png", demo_198, sizeof demo_198},
  {"images/product-cushion-1.png", demo_199, sizeof demo_199},
  {"images/product-cushion-1.thumb.png", demo_200, sizeof demo_200},
  {"images/product-cushion-1.wide.png", demo_201, sizeof demo_201},
  {"images/product-denim-1.cell.png", demo_202, sizeof demo_202},
  {"images/product-denim-1.png", demo_203, sizeof demo_203},
  {"images/product-denim-1.thumb.png", demo_204, sizeof demo_204},
  {"images/product-denim-1.wide.png", demo_205, sizeof demo_205},
  {"images/product-denim-2.cell.png", demo_206, sizeof demo_206},
  {"images/product-denim-2.png", demo_207, sizeof demo_207},
  {"images/product-denim-2.thumb.png", demo_208, sizeof demo_208},
  {"images/product-denim-2.wide.png", demo_209, sizeof demo_209},
  {"images/product-dress-1.cell.png", demo_210, sizeof demo_210},
  {"images/product-dress-1.png", demo_211, sizeof demo_211},
  {"images/product-dress-1.thumb.png", demo_212, sizeof demo_212},
  {"images/product-dress-1.wide.png", demo_213, sizeof demo_213},
  {"images/product-dress-2.cell.png", demo_214, sizeof demo_214},
  {"images/product-dress-2.png", demo_215, sizeof demo_215},
  {"images/product-dress-2.thumb.png", demo_216, sizeof demo_216},
  {"images/product-dress-2.wide.png", demo_217, sizeof demo_217},
  {"images/product-dumbbell-1.cell.png", demo_218, sizeof demo_218},
  {"images/product-dumbbell-1.png", demo_219, sizeof demo_219},
  {"images/product-dumbbell-1.thumb.png", demo_220, sizeof demo_220},
  {"images/product-dumbbell-1.wide.png", demo_221, sizeof demo_221},
  {"images/product-earbuds-1.cell.png", demo_222, sizeof demo_222},
  {"images/product-earbuds-1.png", demo_223, sizeof demo_223},
  {"images/product-earbuds-1.thumb.png", demo_224, sizeof demo_224},
  {"images/product-earbuds-1.wide.png", demo_225, sizeof demo_225},
  {"images/product-flask-1.cell.png", demo_226, sizeof demo_226},
  {"images/product-flask-1.png", demo_227, sizeof demo_227},
  {"images/product-flask-1.thumb.png", demo_228, sizeof demo_228},
  {"images/product-flask-1.wide.png", demo_229, sizeof demo_229},
  {"images/product-golf-1.cell.png", demo_230, sizeof demo_230},
  {"images/product-golf-1.png", demo_231, sizeof demo_231},
  {"images/product-golf-1.thumb.png", demo_232, sizeof demo_232},
  {"images/product-golf-1.wide.png", demo_233, sizeof demo_233},
  {"images/product-headphones-1.cell.png", demo_234, sizeof demo_234},
  {"images/product-headphones-1.png", demo_235, sizeof demo_235},
  {"images/product-headphones-1.thumb.png", demo_236, sizeof demo_236},
  {"images/product-headphones-1.wide.png", demo_237, sizeof demo_237},
  {"images/product-heels-1.cell.png", demo_238, sizeof demo_238},
  {"images/product-heels-1.png", demo_239, sizeof demo_239},
  {"images/product-heels-1.thumb.png", demo_240, sizeof demo_240},
  {"images/product-heels-1.wide.png", demo_241, sizeof demo_241},
  {"images/product-heels-2.cell.png", demo_242, sizeof demo_242},
  {"images/product-heels-2.png", demo_243, sizeof demo_243},
  {"images/product-heels-2.thumb.png", demo_244, sizeof demo_244},
  {"images/product-heels-2.wide.png", demo_245, sizeof demo_245},
  {"images/product-hoodie-1.cell.png", demo_246, sizeof demo_246},
  {"images/product-hoodie-1.png", demo_247, sizeof demo_247},
  {"images/product-hoodie-1.thumb.png", demo_248, sizeof demo_248},
  {"images/product-hoodie-1.wide.png", demo_249, sizeof demo_249},
  {"images/product-hoodie-2.cell.png", demo_250, sizeof demo_250},
  {"images/product-hoodie-2.png", demo_251, sizeof demo_251},
  {"images/product-hoodie-2.thumb.png", demo_252, sizeof demo_252},
  {"images/product-hoodie-2.wide.png", demo_253, sizeof demo_253},
  {"images/product-jogger-1.cell.png", demo_254, sizeof demo_254},
  {"images/product-jogger-1.png", demo_255, sizeof demo_255},
  {"images/product-jogger-1.thumb.png", demo_256, sizeof demo_256},
  {"images/product-jogger-1.wide.png", demo_257, sizeof demo_257},
  {"images/product-jogger-2.cell.png", demo_258, sizeof demo_258},
  {"images/product-jogger-2.png", demo_259, sizeof demo_259},
  {"images/product-jogger-2.thumb.png", demo_260, sizeof demo_260},
  {"images/product-jogger-2.wide.png", demo_261, sizeof demo_261},
  {"images/product-keyboard-1.cell.png", demo_262, sizeof demo_262},
  {"images/product-keyboard-1.png", demo_263, sizeof demo_263},
  {"images/product-keyboard-1.thumb.png", demo_264, sizeof demo_264},
  {"images/product-keyboard-1.wide.png", demo_265, sizeof demo_265},
  {"images/product-knit-1.cell.png", demo_266, sizeof demo_266},
  {"images/product-knit-1.png", demo_267, sizeof demo_267},
  {"images/product-knit-1.thumb.png", demo_268, sizeof demo_268},
  {"images/product-knit-1.wide.png", demo_269, sizeof demo_269},
  {"images/product-knit-2.cell.png", demo_270, sizeof demo_270},
  {"images/product-knit-2.png", demo_271, sizeof demo_271},
  {"images/product-knit-2.thumb.png", demo_272, sizeof demo_272},
  {"images/product-knit-2.wide.png", demo_273, sizeof demo_273},
  {"images/product-lamp-1.cell.png", demo_274, sizeof demo_274},
  {"images/product-lamp-1.png", demo_275, sizeof demo_275},
  {"images/product-lamp-1.thumb.png", demo_276, sizeof demo_276},
  {"images/product-lamp-1.wide.png", demo_277, sizeof demo_277},
  {"images/product-lipstick-1.cell.png", demo_278, sizeof demo_278},
  {"images/product-lipstick-1.png", demo_279, sizeof demo_279},
  {"images/product-lipstick-1.thumb.png", demo_280, sizeof demo_280},
  {"images/product-lipstick-1.wide.png", demo_281, sizeof demo_281},
  {"images/product-loafers-1.cell.png", demo_282, sizeof demo_282},
  {"images/product-loafers-1.png", demo_283, sizeof demo_283},
  {"images/product-loafers-1.thumb.png", demo_284, sizeof demo_284},
  {"images/product-loafers-1.wide.png", demo_285, sizeof demo_285},
  {"images/product-loafers-2.cell.png", demo_286, sizeof demo_286},
  {"images/product-loafers-2.png", demo_287, sizeof demo_287},
  {"images/product-loafers-2.thumb.png", demo_288, sizeof demo_288},
  {"images/product-loafers-2.wide.png", demo_289, sizeof demo_289},
  {"images/product-mouse-1.cell.png", demo_290, sizeof demo_290},
  {"images/product-mouse-1.png", demo_291, sizeof demo_291},
  {"images/product-mouse-1.thumb.png", demo_292, sizeof demo_292},
  {"images/product-mouse-1.wide.png", demo_293, sizeof demo_293},
  {"images/product-mug-1.cell.png", demo_294, sizeof demo_294},
  {"images/product-mug-1.png", demo_295, sizeof demo_295},
  {"images/product-mug-1.thumb.png", demo_296, sizeof demo_296},
  {"images/product-mug-1.wide.png", demo_297, sizeof demo_297},
  {"images/product-necklace-1.cell.png", demo_298, sizeof demo_298},
  {"images/product-necklace-1.png", demo_299, sizeof demo_299},
  {"images/product-necklace-1.thumb.png", demo_300, sizeof demo_300},
  {"images/product-necklace-1.wide.png", demo_301, sizeof demo_301},
  {"images/product-notebook-1.cell.png", demo_302, sizeof demo_302},
  {"images/product-notebook-1.png", demo_303, sizeof demo_303},
  {"images/product-notebook-1.thumb.png", demo_304, sizeof demo_304},
  {"images/product-notebook-1.wide.png", demo_305, sizeof demo_305},
  {"images/product-padding-1.cell.png", demo_306, sizeof demo_306},
  {"images/product-padding-1.png", demo_307, sizeof demo_307},
  {"images/product-padding-1.thumb.png", demo_308, sizeof demo_308},
  {"images/product-padding-1.wide.png", demo_309, sizeof demo_309},
  {"images/product-padding-2.cell.png", demo_310, sizeof demo_310},
  {"images/product-padding-2.png", demo_311, sizeof demo_311},
  {"images/product-padding-2.thumb.png", demo_312, sizeof demo_312},
  {"images/product-padding-2.wide.png", demo_313, sizeof demo_313},
  {"images/product-pan-1.cell.png", demo_314, sizeof demo_314},
  {"images/product-pan-1.png", demo_315, sizeof demo_315},
  {"images/product-pan-1.thumb.png", demo_316, sizeof demo_316},
  {"images/product-pan-1.wide.png", demo_317, sizeof demo_317},
  {"images/product-pen-1.cell.png", demo_318, sizeof demo_318},
  {"images/product-pen-1.png", demo_319, sizeof demo_319},
  {"images/product-pen-1.thumb.png", demo_320, sizeof demo_320},
  {"images/product-pen-1.wide.png", demo_321, sizeof demo_321},
  {"images/product-perfume-1.cell.png", demo_322, sizeof demo_322},
  {"images/product-perfume-1.png", demo_323, sizeof demo_323},
  {"images/product-perfume-1.thumb.png", demo_324, sizeof demo_324},
  {"images/product-perfume-1.wide.png", demo_325, sizeof demo_325},
  {"images/product-plant-1.cell.png", demo_326, sizeof demo_326},
  {"images/product-plant-1.png", demo_327, sizeof demo_327},
  {"images/product-plant-1.thumb.png", demo_328, sizeof demo_328},
  {"images/product-plant-1.wide.png", demo_329, sizeof demo_329},
  {"images/product-sandals-1.cell.png", demo_330, sizeof demo_330},
  {"images/product-sandals-1.png", demo_331, sizeof demo_331},
  {"images/product-sandals-1.thumb.png", demo_332, sizeof demo_332},
  {"images/product-sandals-1.wide.png", demo_333, sizeof demo_333},
  {"images/product-sandals-2.cell.png", demo_334, sizeof demo_334},
  {"images/product-sandals-2.png", demo_335, sizeof demo_335},
  {"images/product-sandals-2.thumb.png", demo_336, sizeof demo_336},
  {"images/product-sandals-2.wide.png", demo_337, sizeof demo_337},
  {"images/product-shirt-1.cell.png", demo_338, sizeof demo_338},
  {"images/product-shirt-1.png", demo_339, sizeof demo_339},
  {"images/product-shirt-1.thumb.png", demo_340, sizeof demo_340},
  {"images/product-shirt-1.wide.png", demo_341, sizeof demo_341},
  {"images/product-shirt-2.cell.png", demo_342, sizeof demo_342},
  {"images/product-shirt-2.png", demo_343, sizeof demo_343},
  {"images/product-shirt-2.thumb.png", demo_344, sizeof demo_344},
  {"images/product-shirt-2.wide.png", demo_345, sizeof demo_345},
  {"images/product-shorts-1.cell.png", demo_346, sizeof demo_346},
  {"images/product-shorts-1.png", demo_347, sizeof demo_347},
  {"images/product-shorts-1.thumb.png", demo_348, sizeof demo_348},
  {"images/product-shorts-1.wide.png", demo_349, sizeof demo_349},
  {"images/product-shorts-2.cell.png", demo_350, sizeof demo_350},
  {"images/product-shorts-2.png", demo_351, sizeof demo_351},
  {"images/product-shorts-2.thumb.png", demo_352, sizeof demo_352},
  {"images/product-shorts-2.wide.png", demo_353, sizeof demo_353},
  {"images/product-skirt-1.cell.png", demo_354, sizeof demo_354},
  {"images/product-skirt-1.png", demo_355, sizeof demo_355},
  {"images/product-skirt-1.thumb.png", demo_356, sizeof demo_356},
  {"images/product-skirt-1.wide.png", demo_357, sizeof demo_357},
  {"images/product-skirt-2.cell.png", demo_358, sizeof demo_358},
  {"images/product-skirt-2.png", demo_359, sizeof demo_359},
  {"images/product-skirt-2.thumb.png", demo_360, sizeof demo_360},
  {"images/product-skirt-2.wide.png", demo_361, sizeof demo_361},
  {"images/product-slacks-1.cell.png", demo_362, sizeof demo_362},
  {"images/product-slacks-1.png", demo_363, sizeof demo_363},
  {"images/product-slacks-1.thumb.png", demo_364, sizeof demo_364},
  {"images/product-slacks-1.wide.png", demo_365, sizeof demo_365},
  {"images/product-slacks-2.cell.png", demo_366, sizeof demo_366},
  {"images/product-slacks-2.png", demo_367, sizeof demo_367},
  {"images/product-slacks-2.thumb.png", demo_368, sizeof demo_368},
  {"images/product-slacks-2.wide.png", demo_369, sizeof demo_369},
  {"images/product-sleeveless-1.cell.png", demo_370, sizeof demo_370},
  {"images/product-sleeveless-1.png", demo_371, sizeof demo_371},
  {"images/product-sleeveless-1.thumb.png", demo_372, sizeof demo_372},
  {"images/product-sleeveless-1.wide.png", demo_373, sizeof demo_373},
  {"images/product-sleeveless-2.cell.png", demo_374, sizeof demo_374},
  {"images/product-sleeveless-2.png", demo_375, sizeof demo_375},
  {"images/product-sleeveless-2.thumb.png", demo_376, sizeof demo_376},
  {"images/product-sleeveless-2.wide.png", demo_377, sizeof demo_377},
  {"images/product-sneakers-1.cell.png", demo_378, sizeof demo_378},
  {"images/product-sneakers-1.png", demo_379, sizeof demo_379},
  {"images/product-sneakers-1.thumb.png", demo_380, sizeof demo_380},
  {"images/product-sneakers-1.wide.png", demo_381, sizeof demo_381},
  {"images/product-sneakers-2.cell.png", demo_382, sizeof demo_382},
  {"images/product-sneakers-2.png", demo_383, sizeof demo_383},
  {"images/product-sneakers-2.thumb.png", demo_384, sizeof demo_384},
  {"images/product-sneakers-2.wide.png", demo_385, sizeof demo_385},
  {"images/product-socks-1.cell.png", demo_386, sizeof demo_386},
  {"images/product-socks-1.png", demo_387, sizeof demo_387},
  {"images/product-socks-1.thumb.png", demo_388, sizeof demo_388},
  {"images/product-socks-1.wide.png", demo_389, sizeof demo_389},
  {"images/product-speaker-1.cell.png", demo_390, sizeof demo_390},
  {"images/product-speaker-1.png", demo_391, sizeof demo_391},
  {"images/product-speaker-1.thumb.png", demo_392, sizeof demo_392},
  {"images/product-speaker-1.wide.png", demo_393, sizeof demo_393},
  {"images/product-sunglasses-1.cell.png", demo_394, sizeof demo_394},
  {"images/product-sunglasses-1.png", demo_395, sizeof demo_395},
  {"images/product-sunglasses-1.thumb.png", demo_396, sizeof demo_396},
  {"images/product-sunglasses-1.wide.png", demo_397, sizeof demo_397},
  {"images/product-sunscreen-1.cell.png", demo_398, sizeof demo_398},
  {"images/product-sunscreen-1.png", demo_399, sizeof demo_399},
  {"images/product-sunscreen-1.thumb.png", demo_400, sizeof demo_400},
  {"images/product-sunscreen-1.wide.png", demo_401, sizeof demo_401},
  {"images/product-sweatshirt-1.cell.png", demo_402, sizeof demo_402},
  {"images/product-sweatshirt-1.png", demo_403, sizeof demo_403},
  {"images/product-sweatshirt-1.thumb.png", demo_404, sizeof demo_404},
  {"images/product-sweatshirt-1.wide.png", demo_405, sizeof demo_405},
  {"images/product-sweatshirt-2.cell.png", demo_406, sizeof demo_406},
  {"images/product-sweatshirt-2.png", demo_407, sizeof demo_407},
  {"images/product-sweatshirt-2.thumb.png", demo_408, sizeof demo_408},
  {"images/product-sweatshirt-2.wide.png", demo_409, sizeof demo_409},
  {"images/product-tea-1.cell.png", demo_410, sizeof demo_410},
  {"images/product-tea-1.png", demo_411, sizeof demo_411},
  {"images/product-tea-1.thumb.png", demo_412, sizeof demo_412},
  {"images/product-tea-1.wide.png", demo_413, sizeof demo_413},
  {"images/product-teddy-1.cell.png", demo_414, sizeof demo_414},
  {"images/product-teddy-1.png", demo_415, sizeof demo_415},
  {"images/product-teddy-1.thumb.png", demo_416, sizeof demo_416},
  {"images/product-teddy-1.wide.png", demo_417, sizeof demo_417},
  {"images/product-tee-1.cell.png", demo_418, sizeof demo_418},
  {"images/product-tee-1.png", demo_419, sizeof demo_419},
  {"images/product-tee-1.thumb.png", demo_420, sizeof demo_420},
  {"images/product-tee-1.wide.png", demo_421, sizeof demo_421},
  {"images/product-tee-2.cell.png", demo_422, sizeof demo_422},
  {"images/product-tee-2.png", demo_423, sizeof demo_423},
  {"images/product-tee-2.thumb.png", demo_424, sizeof demo_424},
  {"images/product-tee-2.wide.png", demo_425, sizeof demo_425},
  {"images/product-tote-1.cell.png", demo_426, sizeof demo_426},
  {"images/product-tote-1.png", demo_427, sizeof demo_427},
  {"images/product-tote-1.thumb.png", demo_428, sizeof demo_428},
  {"images/product-tote-1.wide.png", demo_429, sizeof demo_429},
  {"images/product-towel-1.cell.png", demo_430, sizeof demo_430},
  {"images/product-towel-1.png", demo_431, sizeof demo_431},
  {"images/product-towel-1.thumb.png", demo_432, sizeof demo_432},
  {"images/product-towel-1.wide.png", demo_433, sizeof demo_433},
  {"images/product-tumbler-1.cell.png", demo_434, sizeof demo_434},
  {"images/product-tumbler-1.png", demo_435, sizeof demo_435},
  {"images/product-tumbler-1.thumb.png", demo_436, sizeof demo_436},
  {"images/product-tumbler-1.wide.png", demo_437, sizeof demo_437},
  {"images/product-umbrella-1.cell.png", demo_438, sizeof demo_438},
  {"images/product-umbrella-1.png", demo_439, sizeof demo_439},
  {"images/product-umbrella-1.thumb.png", demo_440, sizeof demo_440},
  {"images/product-umbrella-1.wide.png", demo_441, sizeof demo_441},
  {"images/product-vase-1.cell.png", demo_442, sizeof demo_442},
  {"images/product-vase-1.png", demo_443, sizeof demo_443},
  {"images/product-vase-1.thumb.png", demo_444, sizeof demo_444},
  {"images/product-vase-1.wide.png", demo_445, sizeof demo_445},
  {"images/product-watch-1.cell.png", demo_446, sizeof demo_446},
  {"images/product-watch-1.png", demo_447, sizeof demo_447},
  {"images/product-watch-1.thumb.png", demo_448, sizeof demo_448},
  {"images/product-watch-1.wide.png", demo_449, sizeof demo_449},
  {"images/product-yoga-1.cell.png", demo_450, sizeof demo_450},
  {"images/product-yoga-1.png", demo_451, sizeof demo_451},
  {"images/product-yoga-1.thumb.png", demo_452, sizeof demo_452},
  {"images/product-yoga-1.wide.png", demo_453, sizeof demo_453},
  {"lists.json", demo_454, sizeof demo_454},
  {"pictures.json", demo_455, sizeof demo_455},
  {"products.json", demo_456, sizeof demo_456},
  {"shop.json", demo_457, sizeof demo_457},
};

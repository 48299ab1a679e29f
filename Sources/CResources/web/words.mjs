// The texts of the shop page itself, in each language. All others come from the server.

import { remember, remembered } from "./dom.mjs";

const korean = {
  about: "Moa는 앱을 위한 커머스 서버입니다. 요청 하나로 화면 하나를 그립니다. 이 데모 상점에서 직접 확인할 수 있습니다.",
  shop: "데모 상점",
  home: "홈",
  categories: "카테고리",
  likes: "좋아요",
  like: (title) => `${title} 좋아요`,
  likeFailed: "좋아요를 변경하지 못했습니다.",
  noLikes: "하트를 누른 상품이 여기에 모입니다.",
  search: "상품 검색",
  searchFor: (query) => `“${query}” 검색`,
  searchHint: "검색어를 입력하세요.",
  suggestions: "검색 추천",
  suggested: (count) => `검색 추천 ${count}개`,
  terms: "검색어",
  products: "상품",
  found: (count, isExact) => `상품 ${isExact ? "" : "약 "}${count}개`,
  notFound: (query) => `“${query}” 검색 결과가 없습니다.`,
  corrected: (query) => `“${query}” 검색 결과입니다.`,
  redirect: (query) => `“${query}” 바로가기`,
  noRequest: "서버에 요청하지 않고 그린 화면입니다.",
  back: "뒤로",
  more: "전체 보기",
  onSale: "할인 상품",
  all: "전체 상품",
  vendorProducts: "판매자 상품",
  eventProducts: "기획전 상품",
  categoryProducts: "카테고리 상품",
  itemTypeProducts: "품목 상품",
  loading: "불러오는 중",
  end: "마지막 상품입니다.",
  none: "아직 상품이 없습니다.",
  empty: "아직 보여 드릴 것이 없습니다. 상점을 구성하는 방법은 API 문서에 있습니다.",
  again: "다시 시도",
  failed: "불러오지 못했습니다.",
  vendor: "판매자",
  reviews: (count, average) => `★ ${average} (${count})`,
  liked: (count) => `♥ ${count}`,
  productPage: "상품 페이지",
  priceBefore: "정가",
  discount: "할인",
  priceNow: "판매가",
  request: "요청",
  answer: "응답",
  reference: "API 문서",
  language: "English",
  copy: "복사",
  copied: "복사했습니다.",
  picture: (number, count) => `사진 ${number} / ${count}`,
  tabs: "탭",
  skipToTabs: "탭으로 건너뛰기",
  skipToAnswer: "응답으로 건너뛰기",
  bytes: (count) => `${count}바이트`,
  hint: "화면은 이 응답 하나로 그립니다.",
};

const english = {
  about: "Moa is a commerce server for apps: one request draws one screen. This demo shop shows it.",
  shop: "Demo shop",
  home: "Home",
  categories: "Categories",
  likes: "Likes",
  like: (title) => `Like ${title}`,
  likeFailed: "The heart could not be changed.",
  noLikes: "Products whose heart you press are kept here.",
  search: "Search products",
  searchFor: (query) => `Search: ${query}`,
  searchHint: "Type what you look for.",
  suggestions: "Suggested searches",
  suggested: (count) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
  terms: "Searches",
  products: "Products",
  found: (count, isExact) => `${isExact ? "" : "About "}${count} ${count === "1" ? "product" : "products"}`,
  notFound: (query) => `No product matches “${query}”.`,
  corrected: (query) => `Results for “${query}”.`,
  redirect: (query) => `Go to “${query}”`,
  noRequest: "The server was not asked for this screen.",
  back: "Back",
  more: "See all",
  onSale: "On sale",
  all: "All products",
  vendorProducts: "Products of the vendor",
  eventProducts: "Products of the event",
  categoryProducts: "Products of the category",
  itemTypeProducts: "Products of this kind",
  loading: "Loading",
  end: "That was the last product",
  none: "No products here yet",
  empty: "There is nothing to show yet. The API reference has the calls that arrange a shop.",
  again: "Try again",
  failed: "This could not be loaded.",
  vendor: "Vendor",
  reviews: (count, average) => `★ ${average} (${count})`,
  liked: (count) => `♥ ${count}`,
  productPage: "Page of the product",
  priceBefore: "Regular price",
  discount: "Discount",
  priceNow: "Price",
  request: "Request",
  answer: "Answer",
  reference: "API reference",
  language: "한국어",
  copy: "Copy",
  copied: "Copied",
  picture: (number, count) => `Picture ${number} of ${count}`,
  tabs: "Tabs",
  skipToTabs: "Skip to the tabs",
  skipToAnswer: "Skip to the answer",
  bytes: (count) => `${count} bytes`,
  hint: "Each screen is drawn from one answer.",
};

// The address has the language where the browser stores none.
const chosen = remembered("language") ?? new URLSearchParams(location.search).get("language");
export const language = (chosen ?? document.documentElement.lang) === "ko" ? "ko" : "en";

// One of two texts, by the language.
export function say(english, korean) {
  return language === "ko" ? korean : english;
}

// Shows the page again, in this language.
export function choose(language) {
  if (remember("language", language)) location.reload();
  else location.search = `?language=${language}`;
}

export const words = language === "ko" ? korean : english;

"""Which valid requests are refused, each by name: a check for schemathesis.

The contract says what a schema can say. This file names the other reasons to refuse a valid request; any refusal
without a name is a fault of the contract or of the shop.
"""

import re

import schemathesis

# Parameters and members that hold titles or search words.
TEXT = r"\S+ \S+ (q|brand|.*/(titles?|content|query|switches|redirects|synonyms|banned)\b.*)$"
# `CODE METHOD PATH PLACE` of an error that may be, as a pattern, and why no schema can say it.
NAMED = {
    # The request is right, but not for this client, or not for what is stored.
    r"unauthenticated ": "each client of the check has credentials of one kind",
    r"forbidden \S+ /v1/(products|images|stock)": "only vendors change products, and administrators for a named one",
    r"malformed_query (POST|PUT|PATCH) /v1/products vendor: No vendor": "no vendor has this identifier",
    r"not_found \S+ (\S*\{|/\.well-known/|/sitemap\.xml )": "nothing has this name, or its setting is off",
    r"page GET /p/\{id\} 404$": "no product has this number",
    r"key_taken POST /admin/": "another item has this key",
    r"(key|sku)_taken POST /v1/products/\{id\}/restore": "another product has it since the removal",
    r"unknown_(category|event|item_type|product) ": "nothing has this number",
    r"unknown_device POST /v1/devices/merge /token": "no device has this token",
    r"in_use \S+ \S+ /(items|drafts/)": "something stored refers to what is removed",
    r"malformed_id POST /admin/\S+/preview /drafts/": "new ids are small, and only stored ones may be larger",
    r"out_of_range PATCH /admin/\S+ /position": "the list has fewer items",
    r"idempotency_key_reused ": "the key came before with another content",
    r"invalid_cursor GET \S+ (cursor|since)": "cursors are signed",
    # The condition is not met: what the client has read is not what is stored.
    r"(stale_version|changed_meanwhile) (PUT|PATCH|DELETE) ": "the version or the tag was not the newest",
    r"weak_condition (PUT|PATCH|DELETE) ": "a weak tag is one, but equals none",
    r"precondition_required (PUT|PATCH|DELETE) ": "If-Match or a version: one of them will do",
    r"another_id (PUT|PATCH) \S+ .*/id": "the item with this key has another id",
    r"removed (PUT|PATCH) \S+ .*/(id|version)": "no item has this id",
    r"unseen PUT \S+ /items": "the list has items that were not sent",
    r"(changed_since|not_undoable) POST /admin/v1/history/": "so it was written, or it was written again since",
    # One value decides on another.
    r"required GET /v1/changes since": "needed by `products`",
    r"out_of_range GET /v1/search price_max": "compared with `price_min`",
    r"required (PUT|POST) \S+ .*/(link|redirects/[^/]*)/(id|query|url)$": "needed by the kind of link",
    r"unknown_member \S+ /admin/\S+ .*/(link|redirects/[^/]*)/": "the kind of link has no such member",
    r"unknown_member \S+ /admin/\S+ .*/(titles|message)/\d+/": "answers have this object too, and may get members",
    r"(required|unknown_member) (PUT|POST) /admin/v1/screens/\S+ .*/\d+/products": "so says the kind of section",
    r"ends_before_start \S+ /admin/\S+ .*/ends_at": "the times are compared",
    r"duplicate \S+ /admin/": "members of elements are compared, and texts as they are read",
    r"too_many (PUT|POST) /admin/\S+ .*/\d+/category_id": "the items of each category are counted",
    r"target_too_long GET ": "parameters within their limits can be too long together",
    # What a text or a file means.
    rf"too_long {TEXT}": "characters are counted as they are read: one may have many code points",
    rf"control_character {TEXT}": "refused inside of a text, cut off at its ends",
    rf"empty {TEXT}": "nothing of it can be seen, or be looked for",
    r"malformed_option GET \S+ option": "a name and a value that are titles: characters are counted as they are read",
    r"malformed (PUT|POST) /admin/\S+ (/drafts/search)?/(synonyms|banned)/": "a word, and not several",
    r"malformed_json .*: The character U\+0000 is not allowed": "also in names and in what is passed over",
    r"malformed_query GET \S+ The query cannot be decoded": "as when a parameter has U+0000; all causes have the same text",
    r"malformed_host \S+ /admin/\S+ .*url$": "a reference may have any scheme and host",
    r"unknown_format POST /admin/v1/images /file": "the bytes are no picture",
}
# A name may have line breaks.
PATTERN = re.compile("|".join(NAMED), re.DOTALL)


def errors(operation, response):
    """Each error of a refusal, as `CODE METHOD PATH PLACE`."""
    if "json" not in response.headers["content-type"][0]:
        return [f"page {operation} {response.status_code}"]
    answer = response.json()
    return [
        f"{each['code']} {operation} {each.get('pointer') or each.get('parameter') or each['detail']}"
        for each in answer.get("errors") or [answer]
    ]


@schemathesis.check
def refused_by_name(context, response, case):
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code < 400:
        return
    unnamed = [error for error in errors(case.operation.label, response) if not PATTERN.match(error)]
    assert not unnamed, f"A valid request was refused: {unnamed}"

// The yardstick for a screen: Go's net/http with pgx, the home screen of moa. The sections are read
// first, then what is in them by the same statements, sent together, and the same members are encoded.
//
// usage: home ADDRESS CONNECTION-STRING
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

type section struct {
	ID     string        `json:"id"`
	Kind   string        `json:"kind"`
	Title  string        `json:"title,omitempty"`
	Layout string        `json:"layout"`
	Items  []interface{} `json:"items"`
	More   *more         `json:"more,omitempty"`
}

type more struct {
	Kind       string `json:"kind"`
	Path       string `json:"path"`
	NextCursor string `json:"next_cursor,omitempty"`
}

type link struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id,omitempty"`
}

type banner struct {
	CellID   string `json:"cell_id"`
	ID       int64  `json:"id"`
	Content  string `json:"content"`
	ImageURL string `json:"image_url"`
	Link     *link  `json:"link,omitempty"`
}

type event struct {
	CellID   string       `json:"cell_id"`
	ID       int64        `json:"id"`
	Title    string       `json:"title"`
	ImageURL string       `json:"image_url"`
	Image    *placeholder `json:"image,omitempty"`
	Link     link         `json:"link"`
	Position int32        `json:"position"`
}

type placeholder struct {
	Width  int32  `json:"width"`
	Height int32  `json:"height"`
	Color  string `json:"color"`
}

type picture struct {
	URL    string `json:"url"`
	Width  int32  `json:"width"`
	Height int32  `json:"height"`
	Bytes  int32  `json:"bytes"`
	Color  string `json:"color"`
}

type label struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type badge struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type cell struct {
	CellID        string   `json:"cell_id"`
	ID            int64    `json:"id"`
	Title         string   `json:"title"`
	PriceText     string   `json:"price_text"`
	OriginalText  string   `json:"original_price_text,omitempty"`
	DiscountText  string   `json:"discount_text,omitempty"`
	StockText     string   `json:"stock_text"`
	IsSoldOut     bool     `json:"is_sold_out"`
	Badges        []badge  `json:"badges"`
	Image         *picture `json:"image,omitempty"`
	Label         string   `json:"accessibility_label"`
	Price         int64    `json:"price"`
	Original      int64    `json:"original_price,omitempty"`
	Percent       int64    `json:"discount_percent,omitempty"`
	Currency      string   `json:"currency"`
	Stock         int32    `json:"stock"`
	Vendor        label    `json:"vendor"`
	Brand         string   `json:"brand,omitempty"`
	ReviewCount   int32    `json:"review_count"`
	ReviewAverage *float64 `json:"review_average,omitempty"`
	LikeCount     int32    `json:"like_count"`
	Version       int32    `json:"version"`
}

const sectionsSQL = `select id, position, key, kind, titles, layout, sort, only_on_sale, only_in_stock,
  event_category_id, category_id, item_type_id, product_count
from moa.home_sections order by position limit 20`

const bannersSQL = `select id, position, content, thumbnail_image_url, link_kind, link_id, link_text
from moa.event_banners order by position limit 100`

const eventsSQL = `select c.id, c.key, c.title, c.thumbnail_image_url, c.thumbnail_text_image_url,
  c.position, c.starts_at, c.ends_at, c.version,
  coalesce(plain_size.width, plain.width), coalesce(plain_size.height, plain.height), plain.color,
  coalesce(text_size.width, text.width), coalesce(text_size.height, text.height), text.color
from moa.event_categories c
left join moa.images plain on plain.sha256 = c.thumbnail_image_sha256
left join moa.image_renditions plain_size on plain_size.sha256 = c.thumbnail_image_sha256
  and plain_size.preset = substring(c.thumbnail_image_url from '/([a-z]+)[.][a-z]+$')
left join moa.images text on text.sha256 = c.thumbnail_text_image_sha256
left join moa.image_renditions text_size on text_size.sha256 = c.thumbnail_text_image_sha256
  and text_size.preset = substring(c.thumbnail_text_image_url from '/([a-z]+)[.][a-z]+$')
where (c.starts_at is null or c.starts_at <= now()) and (c.ends_at is null or c.ends_at > now())
order by c.position limit 500`

const columns = `id, vendor_id, name, currency, amount, discount, stock, brand, type, tags, cover_sha256,
  cover_color, cell_file, cell_width, cell_height, cell_bytes, review_count, review_average, version,
  like_count`

const shown = `p.id, v.identifier::text, v.name, p.name, p.currency, p.amount, p.discount, p.stock,
  p.brand, p.type, p.tags, p.cover_sha256, p.cover_color, p.cell_file, p.cell_width, p.cell_height,
  p.cell_bytes, p.review_count, p.review_average, p.version, p.like_count`

const vendor = `left join lateral (
  select identifier, name from moa.vendors where id = p.vendor_id limit 1) v on true`

const newestSQL = `select ` + shown + ` from (
  select ` + columns + ` from moa.products where deleted_at is null and id < $1
  order by id desc limit 101) p ` + vendor + ` order by p.id desc limit $2`

func bucket(number string) string {
	return `(select ` + columns + `, rank, -id as place from moa.products
    where deleted_at is null and bucket = ` + number + ` and -id > $1 order by place limit 101)`
}

// What is discounted, sold out or not.
var onSaleSQL = `select ` + shown + ` from (
  select * from (` + bucket("1") + ` union all ` + bucket("3") + `) candidates
  order by place limit $2) p ` + vendor + ` order by place`

var key = []byte("0123456789abcdef0123456789abcdef")

func cursor(id int64) string {
	bytes := make([]byte, 20)
	binary.BigEndian.PutUint64(bytes[12:], uint64(id))
	mac := hmac.New(sha256.New, key)
	mac.Write(bytes)
	return base64.RawURLEncoding.EncodeToString(append(bytes, mac.Sum(nil)[:8]...))
}

func grouped(number int64) string {
	text := strconv.FormatInt(number, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func amount(number int64, currency string) string {
	if currency == "KRW" {
		return grouped(number) + "원"
	}
	return fmt.Sprintf("$%s.%02d", grouped(number/100), number%100)
}

func color(number int32) string { return fmt.Sprintf("#%06x", number) }

func absolute(host, url string) string {
	if strings.HasPrefix(url, "/") {
		return "http://" + host + url
	}
	return url
}

func cells(rows pgx.Rows, host, id string, limit int) ([]interface{}, bool, error) {
	defer rows.Close()
	var found []interface{}
	hasNext := false
	for rows.Next() {
		var c cell
		var paid, discount int64
		var brand, file *string
		var kind int16
		var tags []string
		var cover []byte
		var tint, width, height, bytes *int32
		var average float64
		if err := rows.Scan(&c.ID, &c.Vendor.ID, &c.Vendor.Name, &c.Title, &c.Currency, &paid,
			&discount, &c.Stock, &brand, &kind, &tags, &cover, &tint, &file, &width, &height, &bytes,
			&c.ReviewCount, &average, &c.Version, &c.LikeCount); err != nil {
			return nil, false, err
		}
		if len(found) == limit {
			hasNext = true
			continue
		}
		c.CellID = id + "." + strconv.FormatInt(c.ID, 10)
		c.Price = paid - discount
		c.PriceText = amount(c.Price, c.Currency)
		spoken := c.Title
		if brand != nil {
			c.Brand = *brand
			spoken += ", " + c.Brand
		}
		if discount > 0 {
			c.Original, c.Percent = paid, discount*100/paid
			c.OriginalText = amount(paid, c.Currency)
			c.DiscountText = strconv.FormatInt(c.Percent, 10) + "%"
			spoken += ", " + c.DiscountText + " 할인"
		}
		c.StockText = "재고 " + grouped(int64(c.Stock)) + "개"
		c.IsSoldOut = c.Stock == 0
		c.Badges = []badge{}
		for _, tag := range tags {
			if tag == "BEST" {
				c.Badges = append(c.Badges, badge{"best", "BEST"})
			}
		}
		if c.IsSoldOut {
			c.StockText = "품절"
			c.Badges = append(c.Badges, badge{"sold_out", "품절"})
		}
		c.Label = spoken + ", " + c.PriceText + ", " + c.StockText
		if cover != nil {
			c.Image = &picture{"http://" + host + "/images/" + hex.EncodeToString(cover) + "/" + *file,
				*width, *height, *bytes, color(*tint)}
		}
		if c.ReviewCount > 0 {
			c.ReviewAverage = &average
		}
		found = append(found, c)
	}
	return found, hasNext, rows.Err()
}

type arranged struct {
	key, kind, layout, sort string
	titles                  []string
	onSale, inStock         bool
	count                   int16
}

func readSections(ctx context.Context, pool *pgxpool.Pool) ([]arranged, error) {
	rows, err := pool.Query(ctx, sectionsSQL)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []arranged
	for rows.Next() {
		var s arranged
		var id int64
		var position int32
		var event, category, itemType pgtype.Int8
		if err := rows.Scan(&id, &position, &s.key, &s.kind, &s.titles, &s.layout, &s.sort,
			&s.onSale, &s.inStock, &event, &category, &itemType, &s.count); err != nil {
			return nil, err
		}
		found = append(found, s)
	}
	return found, rows.Err()
}

func banners(rows pgx.Rows, host, id string) ([]interface{}, error) {
	defer rows.Close()
	var found []interface{}
	for rows.Next() {
		var b banner
		var position int32
		var kind, text *string
		var target *int64
		if err := rows.Scan(&b.ID, &position, &b.Content, &b.ImageURL, &kind, &target, &text); err != nil {
			return nil, err
		}
		b.CellID = id + "." + strconv.FormatInt(b.ID, 10)
		b.ImageURL = absolute(host, b.ImageURL)
		if kind != nil && target != nil {
			b.Link = &link{*kind, *target}
		}
		found = append(found, b)
	}
	return found, rows.Err()
}

func events(rows pgx.Rows, host, id string) ([]interface{}, error) {
	defer rows.Close()
	var found []interface{}
	for rows.Next() {
		var e event
		var key, plain string
		var starts, ends interface{}
		var version int32
		var plainWidth, plainHeight, plainColor, width, height, tint *int32
		if err := rows.Scan(&e.ID, &key, &e.Title, &plain, &e.ImageURL, &e.Position, &starts, &ends,
			&version, &plainWidth, &plainHeight, &plainColor, &width, &height, &tint); err != nil {
			return nil, err
		}
		e.CellID = id + "." + strconv.FormatInt(e.ID, 10)
		e.ImageURL = absolute(host, e.ImageURL)
		if width != nil {
			e.Image = &placeholder{*width, *height, color(*tint)}
		}
		e.Link = link{"event", e.ID}
		found = append(found, e)
	}
	return found, rows.Err()
}

func ask(batch *pgx.Batch, s arranged) {
	switch {
	case s.kind == "event_banners":
		batch.Queue(bannersSQL)
	case s.kind == "event_categories":
		batch.Queue(eventsSQL)
	case s.onSale:
		batch.Queue(onSaleSQL, int64(-1<<63+1), int64(s.count)+1)
	default:
		batch.Queue(newestSQL, int64(1<<63-1), int64(s.count)+1)
	}
}

func read(results pgx.BatchResults, s arranged, host string) (section, error) {
	made := section{ID: s.key, Kind: s.kind, Layout: s.layout}
	if len(s.titles) > 1 {
		made.Title = s.titles[1]
	}
	rows, err := results.Query()
	if err != nil {
		return made, err
	}
	hasNext := false
	switch s.kind {
	case "event_banners":
		made.Items, err = banners(rows, host, s.key)
	case "event_categories":
		made.Items, err = events(rows, host, s.key)
	default:
		made.Items, hasNext, err = cells(rows, host, s.key, int(s.count))
	}
	if err == nil && hasNext {
		made.More = &more{Kind: "products", Path: "/v1/products"}
		if s.onSale {
			made.More.Path += "?on_sale=true"
		} else {
			made.More.NextCursor = cursor(made.Items[len(made.Items)-1].(cell).ID)
		}
	}
	return made, err
}

func home(pool *pgxpool.Pool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		arranged, err := readSections(r.Context(), pool)
		shown := []section{}
		if err == nil {
			batch := &pgx.Batch{}
			for _, s := range arranged {
				ask(batch, s)
			}
			results := pool.SendBatch(r.Context(), batch)
			defer results.Close()
			for _, s := range arranged {
				var made section
				if made, err = read(results, s, r.Host); err != nil {
					break
				}
				if len(made.Items) > 0 {
					shown = append(shown, made)
				}
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]interface{}{"sections": shown})
	}
}

func main() {
	pool, err := pgxpool.Connect(context.Background(), os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/v1/screens/home", home(pool))
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

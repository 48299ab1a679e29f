// The yardstick for pages out of a database: Go's net/http with pgx, twenty of moa's own products below
// an id, newest first, as tiles or as cells: one prepared statement with the columns that moa reads, and
// one JSON document with the members that moa writes.
//
// usage: pgx ADDRESS CONNECTION-STRING
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"

	"github.com/jackc/pgx/v4/pgxpool"
)

const perPage = 20

type picture struct {
	URL    string `json:"url"`
	Width  int32  `json:"width"`
	Height int32  `json:"height"`
	Bytes  int32  `json:"bytes"`
	Color  string `json:"color"`
}

type tile struct {
	ID           int64    `json:"id"`
	Title        string   `json:"title"`
	PriceText    string   `json:"price_text"`
	DiscountText string   `json:"discount_text,omitempty"`
	IsSoldOut    bool     `json:"is_sold_out"`
	Image        *picture `json:"image,omitempty"`
	Price        int64    `json:"price"`
	Original     int64    `json:"original_price,omitempty"`
	Currency     string   `json:"currency"`
	Stock        int32    `json:"stock"`
}

type badge struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type label struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type cell struct {
	tile
	OriginalText  string   `json:"original_price_text,omitempty"`
	StockText     string   `json:"stock_text"`
	Badges        []badge  `json:"badges"`
	Label         string   `json:"accessibility_label"`
	Percent       int64    `json:"discount_percent,omitempty"`
	Vendor        label    `json:"vendor"`
	Brand         string   `json:"brand,omitempty"`
	ReviewCount   int32    `json:"review_count"`
	ReviewAverage *float64 `json:"review_average,omitempty"`
	LikeCount     int32    `json:"like_count"`
	Version       int32    `json:"version"`
}

// What a tile is made of besides its own members.
type parts struct {
	amount, discount            int64
	cover                       []byte
	color, width, height, bytes *int32
	file                        *string
}

func columns(size string) string {
	return "p.id, p.name, p.currency, p.amount, p.discount, p.stock, p.cover_sha256, p.cover_color, p." +
		size + "_file, p." + size + "_width, p." + size + "_height, p." + size + "_bytes"
}

func (t *tile) columns(p *parts) []interface{} {
	return []interface{}{&t.ID, &t.Title, &t.Currency, &p.amount, &p.discount, &t.Stock, &p.cover,
		&p.color, &p.file, &p.width, &p.height, &p.bytes}
}

func (t *tile) finish(p *parts, host string) {
	t.Price = p.amount - p.discount
	t.PriceText = money(t.Price, t.Currency)
	t.IsSoldOut = t.Stock == 0
	if p.discount > 0 {
		t.Original = p.amount
		t.DiscountText = strconv.FormatInt(p.discount*100/p.amount, 10) + "%"
	}
	if p.cover != nil {
		t.Image = &picture{"http://" + host + "/images/" + hex.EncodeToString(p.cover) + "/" + *p.file,
			*p.width, *p.height, *p.bytes, fmt.Sprintf("#%06x", *p.color)}
	}
}

func money(number int64, currency string) string {
	if currency == "KRW" {
		return grouped(number) + "원"
	}
	return fmt.Sprintf("$%s.%02d", grouped(number/100), number%100)
}

func grouped(number int64) string {
	text := strconv.FormatInt(number, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

type rows interface{ Scan(...interface{}) error }

var tilesSQL = "select " + columns("tile") + ` from moa.products p
where p.deleted_at is null and p.id < $1 order by p.id desc limit $2`

func readTile(found rows, host string) (interface{}, error) {
	var t tile
	var p parts
	if err := found.Scan(t.columns(&p)...); err != nil {
		return nil, err
	}
	t.finish(&p, host)
	return &t, nil
}

var cellsSQL = "select " + columns("cell") + `, v.identifier::text, v.name, p.brand, p.type, p.tags,
  p.review_count, p.review_average, p.version, p.like_count
from moa.products p
left join lateral (select identifier, name from moa.vendors where id = p.vendor_id limit 1) v on true
where p.deleted_at is null and p.id < $1 order by p.id desc limit $2`

func readCell(found rows, host string) (interface{}, error) {
	var c cell
	var p parts
	var brand *string
	var kind int16
	var tags []string
	var average float64
	all := append(c.columns(&p), &c.Vendor.ID, &c.Vendor.Name, &brand, &kind, &tags, &c.ReviewCount,
		&average, &c.Version, &c.LikeCount)
	if err := found.Scan(all...); err != nil {
		return nil, err
	}
	c.finish(&p, host)
	if brand != nil {
		c.Brand = *brand
		c.Label = c.Brand + ", "
	}
	c.Label += c.Title + ", " + c.PriceText
	if p.discount > 0 {
		c.OriginalText, c.Percent = money(p.amount, c.Currency), p.discount*100/p.amount
		c.Label += ", " + c.DiscountText + " 할인, 정가 " + c.OriginalText
	}
	c.Badges = []badge{}
	for _, tag := range tags {
		if tag == "BEST" {
			c.Badges = append(c.Badges, badge{"best", "BEST"})
		}
	}
	c.StockText = "재고 " + grouped(int64(c.Stock)) + "개"
	if c.IsSoldOut {
		c.StockText = "품절"
		c.Badges = append(c.Badges, badge{"sold_out", "품절"})
	}
	c.Label += ", " + c.StockText
	if c.ReviewCount > 0 {
		c.ReviewAverage = &average
	}
	return &c, nil
}

func page(
	pool *pgxpool.Pool, sql string, read func(rows, string) (interface{}, error),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
		if err != nil {
			http.Error(w, "before is a number", http.StatusBadRequest)
			return
		}
		items := make([]interface{}, 0, perPage)
		// One more, as moa reads it, to know whether another page follows.
		found, err := pool.Query(r.Context(), sql, before, perPage+1)
		if err == nil {
			defer found.Close()
			for found.Next() && len(items) < perPage {
				var item interface{}
				if item, err = read(found, r.Host); err != nil {
					break
				}
				items = append(items, item)
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]interface{}{
			"items": items, "page": map[string]string{"next_cursor": strconv.FormatInt(before, 10)},
		})
	}
}

func main() {
	pool, err := pgxpool.Connect(context.Background(), os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/tiles", page(pool, tilesSQL, readTile))
	http.HandleFunc("/cells", page(pool, cellsSQL, readCell))
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

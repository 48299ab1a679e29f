// The yardstick for pages out of a database: Go's net/http with pgx, twenty rows of six columns below
// an id, newest first, one prepared statement and one JSON document each.
//
// usage: pgx ADDRESS CONNECTION-STRING
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"

	"github.com/jackc/pgx/v4/pgxpool"
)

type row struct {
	ID        int64  `json:"id"`
	Title     string `json:"title"`
	Price     int64  `json:"price"`
	Discount  int64  `json:"discount"`
	Stock     int32  `json:"stock"`
	Thumbnail string `json:"thumbnail"`
}

const below = `select id, title, price, discount, stock, thumbnail
from page_rows where id < $1 order by id desc limit 20`

func page(pool *pgxpool.Pool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
		if err != nil {
			http.Error(w, "before is a number", http.StatusBadRequest)
			return
		}
		found, err := pool.Query(r.Context(), below, before)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer found.Close()
		items := make([]row, 0, 20)
		for found.Next() {
			var item row
			if err := found.Scan(&item.ID, &item.Title, &item.Price, &item.Discount, &item.Stock,
				&item.Thumbnail); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			items = append(items, item)
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]interface{}{"items": items})
	}
}

func main() {
	pool, err := pgxpool.Connect(context.Background(), os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/page", page(pool))
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

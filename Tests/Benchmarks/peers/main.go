// The yardstick for throughput: Go's net/http answering from memory.
package main

import (
	"log"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("/livez", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.Write([]byte("Hello, World!"))
	})
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

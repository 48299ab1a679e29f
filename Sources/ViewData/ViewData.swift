// ViewData

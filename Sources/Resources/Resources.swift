// Resources

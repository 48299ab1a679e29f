// Written by db/embed; do not edit.
static const moa_resource demo[] = {
};

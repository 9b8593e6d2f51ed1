// A table that only shows its sign.

export const family = { layout: "signage" };

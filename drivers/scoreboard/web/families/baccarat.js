// Baccarat: two hands and five roads, a board of their own.

export const family = { layout: "roads" };

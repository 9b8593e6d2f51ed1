/*
 * The names of an entry pad's keys and their codes, as the wire document has them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pad_keys.h"

#include "../text.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* Keys with numbers: the code is `base` and the number, from `first` to `last`. */
static const struct {
    const char *name;
    uint8_t base;
    uint8_t first;
    uint8_t last;
} NUMBERED[] = {
    {"seat-", 0, 1, 14},   {"pile-", 16, 1, 8},   {"rank-", 32, 2, 9},    {"fold-", 48, 1, 14},
    {"new-shoe-", 80, 1, 8}, {"flex-", 129, 0, 7}, {"play-", 112, 1, 14},  {"insure-", 144, 1, 14},
    {"sweep-", 160, 1, 14}, {"even-", 192, 1, 14}, {"give-up-", 208, 1, 14},
};

static const struct {
    const char *name;
    uint8_t code;
} NAMED[] = {
    {"rank-A", 33}, {"rank-T", 42}, {"rank-J", 43}, {"rank-Q", 44}, {"rank-K", 45},
    {"rank-joker", 46}, {"bank-yes", 65}, {"bank-no", 66}, {"collection", 67}, {"close-bets", 68},
    {"piles-dealt", 69}, {"piles-delivered", 70}, {"hands-set", 223}, {"play-closed", 71},
    {"settled", 72}, {"floor", 73}, {"covered", 74}, {"short", 75}, {"revealed", 76},
    {"cards-dealt", 77}, {"stage-settled", 78}, {"stand", 89}, {"double", 90}, {"split", 91},
    {"surrender", 92}, {"rescue", 93}, {"insurance-closed", 94}, {"hole-natural", 95},
    {"hole-clear", 96}, {"player", 97}, {"banker", 98}, {"tie", 99}, {"player-pair", 100},
    {"banker-pair", 101}, {"natural", 102}, {"bonus", 103}, {"enter", 104}, {"undo", 105},
    {"suit-clubs", 137}, {"suit-diamonds", 138}, {"suit-hearts", 139}, {"suit-spades", 140},
    {"cut-card", 141}, {"ace-or-joker-exposed", 177}, {"cards-exposed", 178}, {"card-exposed", 179},
    {"eight-cards-in-pile", 180}, {"eight-cards-at-end", 181}, {"action-pile-looked-at", 182},
    {"action-pile-misplaced", 183}, {"card-off-table", 184}, {"hand-fouled", 185},
    {"cards-touched", 186}, {"bank-opened-early", 187}, {"identical-cards", 188},
    {"wrong-card-count", 189}, {"boxed-cards", 190}, {"foreign-card-seen", 191},
};

static uint8_t numbered(size_t row, const char *name)
{
    size_t size = strlen(NUMBERED[row].name);
    const char *end = NULL;
    if (strncmp(NUMBERED[row].name, name, size) != 0)
        return 0;
    uint32_t number = number_of(name + size, 10, &end);
    /* No key is called flex-4: 133 is not a key's code. */
    if (end == name + size || *end != '\0' || strcmp(name, "flex-4") == 0)
        return 0;
    return number < NUMBERED[row].first || number > NUMBERED[row].last
               ? 0U
               : (uint8_t)(NUMBERED[row].base + number);
}

uint8_t pad_key_of(const char *name)
{
    uint8_t code = 0;
    for (size_t row = 0; code == 0U && row < COUNT(NUMBERED); row++)
        code = numbered(row, name);
    for (size_t row = 0; code == 0U && row < COUNT(NAMED); row++)
        code = strcmp(NAMED[row].name, name) == 0 ? NAMED[row].code : 0U;
    return code;
}

/*
 * The line for hands; see hands.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "hands.h"

#include "boards/board.h"
#include "device.h"
#include "parts/parts.h"
#include "text.h"

#include <string.h>

#ifndef UD_LINE
#define UD_LINE 1024U
#endif
#define MOST_ARGUMENTS 8U
#define BETWEEN " ,[]\""

const char HANDS_LATER[] = "later";

struct argument {
    const char *name;
    char *value;
};

static char line[UD_LINE];
static size_t held;
static int is_too_long;
static struct argument arguments[MOST_ARGUMENTS];
static size_t given;
static int is_json;
static int is_busy;
static char result[64];

/* Reading a line */

static void add(const char *name, char *value)
{
    if (given < MOST_ARGUMENTS) {
        arguments[given].name = name;
        arguments[given].value = value;
        given++;
    }
}

static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " \r");
    char *end = word + strcspn(word, " \r");
    *at = *end == '\0' ? end : end + 1;
    *end = '\0';
    return *word == '\0' ? NULL : word;
}

/* `action name=value name=value` */
static void read_words(char *at)
{
    for (char *word = next_word(&at); word != NULL; word = next_word(&at)) {
        char *value = strchr(word, '=');
        if (value != NULL)
            *value++ = '\0';
        if (given == 0U)
            add("action", word);
        else
            add(word, value == NULL ? word + strlen(word) : value);
    }
}

/* Ends a JSON value where it ends and gives what follows it. */
static char *cut_value(char *value)
{
    char *end = value + strcspn(value, value[0] == '[' ? "]" : ",} \r");
    if (*end != '\0')
        *end++ = '\0';
    return end;
}

static char *cut_text(char **at)
{
    char *text = *at + 1;
    char *end = text + strcspn(text, "\"");
    *at = *end == '\0' ? end : end + 1;
    *end = '\0';
    return text;
}

/* Objects in objects count as one, which is all that the actions need. */
static void read_json(char *at)
{
    const char *name = NULL;
    while (*at != '\0') {
        if (*at == '"') {
            char *text = cut_text(&at);
            if (name == NULL) {
                name = text;
            } else {
                add(name, text);
                name = NULL;
            }
        } else if (strchr("{},: \r", *at) != NULL) {
            if (*at++ == '{')
                name = NULL;
        } else {
            char *value = at;
            at = cut_value(value);
            add(name == NULL ? "" : name, value);
            name = NULL;
        }
    }
}

/* Arguments */

const char *hands_text(const char *name, const char *otherwise)
{
    for (size_t i = 0; i < given; i++) {
        if (strcmp(arguments[i].name, name) == 0 && strcmp(arguments[i].value, "null") != 0)
            return arguments[i].value;
    }
    return otherwise;
}

long hands_number(const char *name, long otherwise)
{
    const char *text = hands_text(name, NULL);
    if (text == NULL)
        return otherwise;
    return text[0] == '-' ? -(long)number_of(text + 1, 10, NULL) : (long)number_of(text, 10, NULL);
}

long hands_thousandths(const char *name, long otherwise)
{
    const char *text = hands_text(name, NULL);
    if (text == NULL)
        return otherwise;
    const char *end = NULL;
    long value = 1000L * (long)number_of(text, 10, &end);
    long worth = 100;
    if (*end == '.') {
        for (end++; *end >= '0' && *end <= '9'; end++) {
            value += worth * (*end - '0');
            worth /= 10;
        }
    }
    return value;
}

int hands_flag(const char *name)
{
    const char *text = hands_text(name, "false");
    return strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
}

int hands_item(const char *name, size_t at, char item[8])
{
    const char *text = hands_text(name, "");
    text += strspn(text, BETWEEN);
    for (; at > 0U && *text != '\0'; at--) {
        text += strcspn(text, BETWEEN);
        text += strspn(text, BETWEEN);
    }
    size_t size = strcspn(text, BETWEEN);
    if (size == 0U || size > 7U)
        return 0;
    memcpy(item, text, size);
    item[size] = '\0';
    return 1;
}

uint8_t hands_choice(const char *name, const char *const *words, uint8_t count, uint8_t otherwise)
{
    const char *text = hands_text(name, NULL);
    if (text == NULL)
        return otherwise;
    for (uint8_t i = 0; i < count; i++) {
        if (strcmp(words[i], text) == 0)
            return (uint8_t)(i + 1U);
    }
    return 0;
}

/* Answers */

static void put(const char *text)
{
    board_hands_write(text, strlen(text));
}

static void refuse(const char *problem)
{
    put(is_json ? "{\"error\": \"" : "error ");
    put(problem);
    put(is_json ? "\"}\n" : "\n");
}

static void accept(void)
{
    put(is_json ? "{\"ok\": true, \"result\": " : "ok");
    if (result[0] == '\0') {
        put(is_json ? "null" : "");
    } else {
        put(is_json ? "\"" : " ");
        put(result);
        put(is_json ? "\"" : "");
    }
    put(is_json ? "}\n" : "\n");
}

void hands_say(const char *text)
{
    size_t size = strlen(result);
    size_t room = sizeof result - 1U - size;
    size_t more = strlen(text);
    memcpy(result + size, text, more < room ? more : room);
    result[size + (more < room ? more : room)] = '\0';
}

void hands_done(void)
{
    is_busy = 0;
    accept();
}

/* Actions */

static void say_number(uint32_t value, uint32_t base, int digits)
{
    char text[12];
    size_t at = sizeof text - 1U;
    text[at] = '\0';
    do {
        text[--at] = "0123456789abcdef"[value % base];
        value /= base;
        digits--;
    } while ((value > 0U || digits > 0) && at > 0U);
    hands_say(text + at);
}

static void say_status(void)
{
    static const char *const names[] = {"off", "greeting", "linked", "refused"};
    const struct ud_link *link = device_link();
    hands_say(names[link->state]);
    hands_say(" kept ");
    say_number((uint32_t)link->kept, 10, 1);
    hands_say(" boot ");
    say_number(link->config.boot, 16, 8);
}

static enum hands_wish answer(const char *problem, enum hands_wish wish)
{
    is_busy = problem == HANDS_LATER;
    if (problem == NULL)
        accept();
    else if (!is_busy)
        refuse(problem);
    return problem == NULL ? wish : HANDS_NOTHING;
}

static enum hands_wish act_on_parts(const char *name)
{
    for (const struct action *each = PARTS; each->name != NULL; each++) {
        if (strcmp(each->name, name) == 0)
            return answer(each->act(), HANDS_NOTHING);
    }
    return answer("no such action; README.md has those of each kind", HANDS_NOTHING);
}

static enum hands_wish act(const char *name)
{
    if (strcmp(name, "reboot") == 0)
        return answer(NULL, HANDS_REBOOT);
    if (strcmp(name, "unplug") == 0)
        return answer(board_cable(0) ? NULL : "this board has no cable to pull", HANDS_UNPLUG);
    if (strcmp(name, "replug") == 0)
        return answer(board_cable(1) ? NULL : "this board has no cable to pull", HANDS_REPLUG);
    if (strcmp(name, "status") == 0) {
        say_status();
        return answer(NULL, HANDS_NOTHING);
    }
    return act_on_parts(name);
}

static enum hands_wish take_line(void)
{
    line[held] = '\0';
    held = 0;
    given = 0;
    result[0] = '\0';
    is_json = line[0] == '{';
    if (is_json)
        read_json(line);
    else
        read_words(line);
    if (is_too_long) {
        is_too_long = 0;
        return answer("the line is too long", HANDS_NOTHING);
    }
    return act(hands_text("action", ""));
}

enum hands_wish hands_poll(void)
{
    char byte;
    while (!is_busy && board_hands_read(&byte, 1) == 1U) {
        if (byte == '\n') {
            enum hands_wish wish = take_line();
            if (wish != HANDS_NOTHING)
                return wish;
        } else if (held < UD_LINE - 1U) {
            line[held++] = byte;
        } else {
            is_too_long = 1;
        }
    }
    return HANDS_NOTHING;
}

void hands_start(void)
{
    held = 0;
    is_too_long = 0;
    is_busy = 0;
}

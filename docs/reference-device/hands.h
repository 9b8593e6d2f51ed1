/*
 * The line for hands: what a person or a robot does to the parts of a device, to try it.
 *
 * One action a line, as docs/conformance.md has it, {"device": "x", "action": "load",
 * "arguments": {"colour": "red"}}, answered by {"ok": true, "result": null} or {"error": "why"};
 * or, for fingers, `load colour=red`, answered by `ok` or `error why`.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HANDS_H
#define HANDS_H

#include <stddef.h>
#include <stdint.h>

enum hands_wish { HANDS_NOTHING, HANDS_REBOOT, HANDS_UNPLUG, HANDS_REPLUG };

/* What an action gives: NULL when done, HANDS_LATER until `hands_done`, else why it cannot be. */
extern const char HANDS_LATER[];

struct action {
    const char *name;
    const char *(*act)(void);
};

void hands_start(void);
enum hands_wish hands_poll(void);

/* Arguments of the action under way. */
const char *hands_text(const char *name, const char *otherwise);
long hands_number(const char *name, long otherwise);
long hands_thousandths(const char *name, long otherwise);
int hands_flag(const char *name);
/* The `at`th item of a list, at most 7 letters; 0 behind its end. */
int hands_item(const char *name, size_t at, char item[8]);
/* Which of some words an argument is, from 1; `otherwise` without one, 0 for another word. */
uint8_t hands_choice(const char *name, const char *const *words, uint8_t count, uint8_t otherwise);

/* The result of the action under way. */
void hands_say(const char *text);
/* An action that took its time has ended. */
void hands_done(void);

#endif

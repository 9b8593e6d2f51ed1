/*
 * A shoe reader built on underfelt_device: the reference that the conformance suite runs on.
 *
 *   shoe PATH     behind a pseudo-terminal linked at PATH; hands are lines on standard input
 *   shoe -        the wire on standard input and output, no hands, a clock that counts bytes
 *   shoe --decode one frame in hex a line on standard input, what it is on standard output
 *
 * Options before these: --boot HEX, --serial TEXT, --firmware TEXT. README.md has the lines.
 */
#define _XOPEN_SOURCE 700

#include "underfelt_device.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The shoe's chapter of docs/wire.md */
enum {
    SHOE_LOADED = 32,
    CARD_DRAWN = 33,
    CARD_UNREADABLE = 34,
    CUT_CARD_DRAWN = 35,
    SHOE_EMPTIED = 36,
    SHOE_LID_OPENED = 37,
    SHOE_LID_CLOSED = 38
};
#define READY_MS 150
#define JOKER 52
#define CUT_CARD 255
#define MAX_CARDS (8 * 52 + 1)
#define CUT_DEPTH 14

static const char RANKS[] = "A23456789TJQK";
static const char SUITS[] = "cdhs";
static const char *const REASONS[] = {"", "unread", "boxed", "two-cards", "damaged"};

struct shoe {
    struct ud_device device;
    struct ud_config config;
    uint8_t cards[MAX_CARDS];
    size_t first, count;
    uint32_t told;         /* cards since the load; firmware keeps it where power does not reach */
    uint8_t misread;
    int is_open;
    unsigned long commands;
    const char *path;
    int master, slave;
    uint32_t ready_at;
    int is_booting;
};

static volatile sig_atomic_t is_ending;

static void on_signal(int number)
{
    (void)number;
    is_ending = 1;
}

static uint32_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000U + (uint64_t)now.tv_nsec / 1000000U);
}

static uint32_t random_u32(void)
{
    uint32_t value = 0;
    FILE *source = fopen("/dev/urandom", "rb");
    if (source == NULL || fread(&value, sizeof value, 1, source) != 1) {
        fprintf(stderr, "error: no random numbers; give --boot\n");
        exit(2);
    }
    fclose(source);
    return value;
}

/* The cable: a pseudo-terminal with a stable name */

static void make_raw(int fd)
{
    struct termios mode;
    tcgetattr(fd, &mode);
    mode.c_iflag = 0;
    mode.c_oflag = 0;
    mode.c_lflag = 0;
    mode.c_cflag = (mode.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8 | CREAD | CLOCAL;
    tcsetattr(fd, TCSANOW, &mode);
}

static int name_cable(const struct shoe *shoe)
{
    char fresh[1024];
    int size = snprintf(fresh, sizeof fresh, "%s.new", shoe->path);
    if (size < 0 || (size_t)size >= sizeof fresh)
        return 0;
    unlink(fresh);
    return symlink(ptsname(shoe->master), fresh) == 0 && rename(fresh, shoe->path) == 0;
}

static int plug(struct shoe *shoe)
{
    if (shoe->master >= 0)
        return 1;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0)
        return 0;
    shoe->master = master;
    if (grantpt(master) != 0 || unlockpt(master) != 0)
        return 0;
    shoe->slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (shoe->slave < 0)
        return 0;
    make_raw(shoe->slave);
    fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK);
    shoe->is_booting = 1;
    shoe->ready_at = now_ms() + READY_MS;
    return name_cable(shoe);
}

static void pull(struct shoe *shoe)
{
    ud_stop(&shoe->device);
    shoe->is_booting = 0;
    if (shoe->master < 0)
        return;
    unlink(shoe->path);
    close(shoe->master);
    close(shoe->slave);
    shoe->master = shoe->slave = -1;
}

static void write_wire(void *user, const uint8_t *data, size_t size)
{
    const struct shoe *shoe = user;
    /* Like a real line it drops what nobody takes; the session sends it again. */
    if (shoe->master >= 0 && write(shoe->master, data, size) < 0)
        return;
}

static uint8_t no_command(void *user, uint8_t type, const uint8_t *payload, size_t size)
{
    struct shoe *shoe = user;
    shoe->commands++;
    (void)type, (void)payload, (void)size;
    return UD_UNKNOWN_COMMAND;
}

static void read_wire(struct shoe *shoe)
{
    uint8_t data[4096];
    ssize_t size = read(shoe->master, data, sizeof data);
    if (size > 0)
        ud_receive(&shoe->device, data, (size_t)size, now_ms());
}

/* Cards */

static int parse_card(const char *text)
{
    const char *rank, *suit;
    if (strcmp(text, "cut") == 0 || strcmp(text, "Jo") == 0)
        return text[0] == 'J' ? JOKER : CUT_CARD;
    if (strlen(text) != 2)
        return -1;
    rank = strchr(RANKS, text[0]);
    suit = strchr(SUITS, text[1]);
    return rank == NULL || suit == NULL ? -1 : (int)(4 * (rank - RANKS) + (suit - SUITS));
}

static void print_card(uint8_t card)
{
    if (card == CUT_CARD || card == JOKER)
        printf("ok %s\n", card == JOKER ? "Jo" : "cut");
    else
        printf("ok %c%c\n", RANKS[card / 4], SUITS[card % 4]);
}

static void emit(struct shoe *shoe, uint8_t type, const uint8_t *payload, size_t size)
{
    if (!ud_emit(&shoe->device, type, payload, size, now_ms()))
        fprintf(stderr, "queue full: event %lu is lost\n", (unsigned long)shoe->device.last_event);
}

static void shuffle(struct shoe *shoe)
{
    for (size_t i = shoe->count; i > 1; i--) {
        size_t other = random_u32() % i;
        uint8_t card = shoe->cards[i - 1];
        shoe->cards[i - 1] = shoe->cards[other];
        shoe->cards[other] = card;
    }
}

static void fill(struct shoe *shoe, long decks)
{
    shoe->count = 0;
    for (long deck = 0; deck < decks; deck++)
        for (uint8_t card = 0; card < JOKER; card++)
            shoe->cards[shoe->count++] = card;
    shuffle(shoe);
}

static void insert_cut_card(struct shoe *shoe, size_t depth)
{
    size_t place = shoe->count > depth ? shoe->count - depth : 0;
    memmove(shoe->cards + place + 1, shoe->cards + place, shoe->count - place);
    shoe->cards[place] = CUT_CARD;
    shoe->count++;
}

/* Hands */

static const char *load(struct shoe *shoe, char *words)
{
    char *word = strtok(words, " ");
    long decks = word == NULL ? 8 : strtol(word, NULL, 10);
    word = strtok(NULL, " ");
    long depth = word == NULL ? CUT_DEPTH : strtol(word, NULL, 10);
    uint8_t given[MAX_CARDS];
    size_t count = 0;
    if (decks < 1 || decks > 8)
        return "load 1 to 8 decks";
    while ((word = strtok(NULL, " ")) != NULL) {
        int card = parse_card(word);
        if (card < 0 || card == CUT_CARD || count == MAX_CARDS - 1)
            return "cards must be codes such as Td, As or Jo, at most 416";
        given[count++] = (uint8_t)card;
    }
    fill(shoe, decks);
    if (count > 0) {
        memcpy(shoe->cards, given, count);
        shoe->count = count;
    }
    shoe->first = 0;
    shoe->told = 0;
    insert_cut_card(shoe, depth < 0 ? 0 : (size_t)depth);
    uint8_t payload = (uint8_t)decks;
    emit(shoe, SHOE_LOADED, &payload, 1);
    printf("ok\n");
    return NULL;
}

static void pass_reader(struct shoe *shoe, uint8_t card)
{
    if (card == CUT_CARD) {
        emit(shoe, CUT_CARD_DRAWN, NULL, 0);
        return;
    }
    shoe->told++;
    if (shoe->misread != 0) {
        emit(shoe, CARD_UNREADABLE, &shoe->misread, 1);
        shoe->misread = 0;
    } else {
        emit(shoe, CARD_DRAWN, &card, 1);
    }
}

static const char *draw(struct shoe *shoe, const char *word)
{
    int wanted = word == NULL ? -1 : parse_card(word);
    if (word != NULL && wanted < 0)
        return "no such card; use a code such as Td, or cut";
    if (word == NULL && shoe->first == shoe->count)
        return "the shoe is empty; load it";
    uint8_t card = word == NULL ? shoe->cards[shoe->first++] : (uint8_t)wanted;
    pass_reader(shoe, card);
    if (word == NULL && shoe->first == shoe->count)
        emit(shoe, SHOE_EMPTIED, NULL, 0);
    print_card(card);
    return NULL;
}

static const char *misread_next(struct shoe *shoe, const char *word)
{
    for (uint8_t reason = 1; reason <= 4; reason++) {
        if (word == NULL || strcmp(word, REASONS[reason]) == 0) {
            shoe->misread = reason;
            printf("ok\n");
            return NULL;
        }
    }
    return "no such reason; use unread, boxed, two-cards or damaged";
}

static const char *move_lid(struct shoe *shoe, int is_open)
{
    if (shoe->is_open != is_open)
        emit(shoe, is_open ? SHOE_LID_OPENED : SHOE_LID_CLOSED, NULL, 0);
    shoe->is_open = is_open;
    printf("ok\n");
    return NULL;
}

static const char *reboot(struct shoe *shoe)
{
    pull(shoe);
    shoe->config.boot = random_u32();
    shoe->config.count = shoe->told;
    ud_init(&shoe->device, &shoe->config);
    if (!plug(shoe))
        return "no pseudo-terminal";
    printf("ok\n");
    return NULL;
}

static const char *tell(const struct shoe *shoe)
{
    static const char *const names[] = {"off", "greeting", "linked", "refused"};
    printf("ok %s kept %lu boot %08lx\n", names[shoe->device.state],
           (unsigned long)shoe->device.kept, (unsigned long)shoe->config.boot);
    return NULL;
}

static const char *act(struct shoe *shoe, char *line)
{
    char *rest = strchr(line, ' ');
    if (rest != NULL)
        *rest++ = '\0';
    if (strcmp(line, "load") == 0)
        return load(shoe, rest == NULL ? line + strlen(line) : rest);
    if (strcmp(line, "draw") == 0)
        return draw(shoe, rest);
    if (strcmp(line, "misread_next") == 0)
        return misread_next(shoe, rest);
    if (strcmp(line, "open_lid") == 0)
        return move_lid(shoe, 1);
    if (strcmp(line, "close_lid") == 0)
        return move_lid(shoe, 0);
    if (strcmp(line, "reboot") == 0)
        return reboot(shoe);
    if (strcmp(line, "status") == 0)
        return tell(shoe);
    if (strcmp(line, "unplug") == 0)
        pull(shoe);
    else if (strcmp(line, "replug") != 0)
        return "no such action; see README.md";
    else if (!plug(shoe))
        return "no pseudo-terminal";
    printf("ok\n");
    return NULL;
}

/* Takes whole lines only; gives 0 at the end of the input. */
static int read_hands(struct shoe *shoe)
{
    static char lines[8192];
    static size_t held;
    ssize_t size = read(STDIN_FILENO, lines + held, sizeof lines - 1 - held);
    if (size <= 0)
        return size < 0 && errno == EINTR;
    held += (size_t)size;
    lines[held] = '\0';
    char *start = lines, *end;
    while ((end = strchr(start, '\n')) != NULL) {
        *end = '\0';
        const char *problem = act(shoe, start);
        if (problem != NULL)
            printf("error %s\n", problem);
        start = end + 1;
    }
    held -= (size_t)(start - lines);
    memmove(lines, start, held + 1);
    fflush(stdout);
    return held < sizeof lines - 1;
}

/* Ways to run */

static int patience(const struct shoe *shoe)
{
    uint32_t now = now_ms();
    if (shoe->is_booting)
        return (int32_t)(shoe->ready_at - now) > 0 ? (int)(shoe->ready_at - now) : 0;
    uint32_t wait = ud_patience(&shoe->device, now);
    return wait == UINT32_MAX ? -1 : (int)wait;
}

static void tick(struct shoe *shoe)
{
    uint32_t now = now_ms();
    if (shoe->is_booting && (int32_t)(now - shoe->ready_at) >= 0) {
        shoe->is_booting = 0;
        ud_start(&shoe->device, now);
    }
    ud_tick(&shoe->device, now);
}

static int run_cable(struct shoe *shoe)
{
    if (!plug(shoe)) {
        fprintf(stderr, "error: %s: cannot be linked; name a path in a writable folder\n",
                shoe->path);
        return 2;
    }
    while (!is_ending) {
        struct pollfd waits[2] = {{STDIN_FILENO, POLLIN, 0}, {shoe->master, POLLIN, 0}};
        if (poll(waits, 2, patience(shoe)) < 0 && errno != EINTR)
            break;
        if ((waits[0].revents & (POLLIN | POLLHUP)) != 0 && !read_hands(shoe))
            break;
        if (shoe->master >= 0 && (waits[1].revents & POLLIN) != 0)
            read_wire(shoe);
        tick(shoe);
    }
    pull(shoe);
    return 0;
}

static int run_stream(struct shoe *shoe)
{
    uint8_t data[64];
    uint32_t now = 0;
    ssize_t size;
    shoe->master = STDOUT_FILENO;
    ud_start(&shoe->device, now);
    while ((size = read(STDIN_FILENO, data, sizeof data)) > 0) {
        ud_receive(&shoe->device, data, (size_t)size, now);
        now += (uint32_t)size;
        ud_tick(&shoe->device, now);
    }
    fprintf(stderr, "commands %lu\n", shoe->commands);
    return 0;
}

static void print_frame(const struct ud_frame *frame)
{
    printf("frame %u %u %lu ", frame->version, frame->type, (unsigned long)frame->sequence);
    for (size_t i = 0; i < frame->size; i++)
        printf("%02x", frame->payload[i]);
    printf("\n");
}

static int run_decode(void)
{
    static const char *const verdicts[] = {"",        "",          "bad_crc",
                                           "bad_cobs", "too_short", "too_long"};
    static char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL) {
        struct ud_deframer deframer = {{0}, 0, 0};
        struct ud_frame frame;
        unsigned byte;
        int used = 0;
        for (const char *at = line; sscanf(at, "%2x%n", &byte, &used) == 1; at += used) {
            enum ud_verdict verdict = ud_feed(&deframer, (uint8_t)byte, &frame);
            if (verdict == UD_FRAME)
                print_frame(&frame);
            else if (verdict != UD_MORE)
                printf("%s\n", verdicts[verdict]);
        }
        printf("end\n");
        fflush(stdout);
    }
    return 0;
}

static int usage(void)
{
    fprintf(stderr, "error: shoe [--boot HEX] [--serial TEXT] [--firmware TEXT] PATH|-|--decode\n");
    return 2;
}

int main(int count, char **words)
{
    static struct shoe shoe;
    struct ud_config config = {"shoe", "reference-1", "reference 1.0", 0, 0, SHOE_LID_CLOSED, 4, 250,
                               200, 1000, NULL, write_wire, no_command, NULL};
    int has_boot = 0, at = 1;
    for (; at + 2 < count; at += 2) {
        if (strcmp(words[at], "--boot") == 0) {
            config.boot = (uint32_t)strtoul(words[at + 1], NULL, 16);
            has_boot = 1;
        } else if (strcmp(words[at], "--serial") == 0) {
            config.serial_number = words[at + 1];
        } else if (strcmp(words[at], "--firmware") == 0) {
            config.firmware = words[at + 1];
        } else {
            return usage();
        }
    }
    if (at + 1 != count)
        return usage();
    if (strcmp(words[at], "--decode") == 0)
        return run_decode();
    config.user = &shoe;
    if (!has_boot)
        config.boot = random_u32();
    shoe.config = config;
    shoe.path = words[at];
    shoe.master = shoe.slave = -1;
    ud_init(&shoe.device, &config);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    return strcmp(words[at], "-") == 0 ? run_stream(&shoe) : run_cable(&shoe);
}

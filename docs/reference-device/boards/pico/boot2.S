/*
 * Second stage of the RP2040's boot: the ROM loads these 256 bytes into RAM, checks their last four
 * (uf2.py fills them in) and runs them. They ask the ROM to make flash readable in its plain way,
 * then start the program behind them.
 * SPDX-License-Identifier: Apache-2.0
 */
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot2, "ax"
    .thumb_func
boot2:
    movs r3, #0x14          /* halfword: the ROM's table of functions */
    ldrh r0, [r3]
    ldr r1, =0x5843         /* 'C', 'X': flash_enter_cmd_xip */
    movs r3, #0x18          /* halfword: the ROM's function that looks one up */
    ldrh r2, [r3]
    blx r2
    blx r0
    ldr r0, =0x10000100     /* the program's vectors */
    ldr r1, =0xE000ED08     /* VTOR */
    str r0, [r1]
    ldmia r0!, {r1, r2}     /* its stack and where it starts */
    msr msp, r1
    bx r2
    .ltorg

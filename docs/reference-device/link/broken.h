/*
 * Broken on purpose: built with -DUD_BROKEN a device has the fault that its option `break` names,
 * and the suite must say so. In every other build this is nothing; leave it out of a product.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef UD_BROKEN_H
#define UD_BROKEN_H

#ifdef UD_BROKEN
int ud_is_broken(const char *fault);
#else
#define ud_is_broken(fault) 0
#endif

#endif

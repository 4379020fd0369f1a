// Cyclic doubly linked lists whose links are members of the listed structures, as kernels have them.

#ifndef SYMHEAP_TESTS_LIST_H
#define SYMHEAP_TESTS_LIST_H

#include <stddef.h>

struct list_head {
    struct list_head *next;
    struct list_head *prev;
};

#define LIST_HEAD_INIT(name) {&(name), &(name)}
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)

// The structure of which `pointer` points to the given member.
#define container_of(pointer, type, member)                            \
    ({                                                                 \
        const __typeof__(((type *)0)->member) *member_at = (pointer);  \
        (type *)((char *)member_at - offsetof(type, member));          \
    })

#define list_entry(link, type, member) container_of(link, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)

#define list_for_each(at, head) for (at = (head)->next; at != (head); at = at->next)

#define list_for_each_safe(at, after, head) \
    for (at = (head)->next, after = at->next; at != (head); at = after, after = at->next)

#define list_for_each_entry(at, head, member)                          \
    for (at = list_entry((head)->next, __typeof__(*at), member);       \
         &at->member != (head);                                        \
         at = list_entry(at->member.next, __typeof__(*at), member))

#define list_for_each_entry_safe(at, after, head, member)              \
    for (at = list_entry((head)->next, __typeof__(*at), member),       \
        after = list_entry(at->member.next, __typeof__(*at), member);  \
         &at->member != (head);                                        \
         at = after, after = list_entry(after->member.next, __typeof__(*after), member))

static inline void list_init(struct list_head *head)
{
    head->next = head;
    head->prev = head;
}

static inline void list_link(struct list_head *link, struct list_head *before, struct list_head *after)
{
    link->prev = before;
    link->next = after;
    before->next = link;
    after->prev = link;
}

static inline void list_add(struct list_head *link, struct list_head *head)
{
    list_link(link, head, head->next);
}

static inline void list_add_tail(struct list_head *link, struct list_head *head)
{
    list_link(link, head->prev, head);
}

static inline void list_del(struct list_head *link)
{
    link->next->prev = link->prev;
    link->prev->next = link->next;
}

static inline int list_empty(const struct list_head *head)
{
    return head->next == head;
}

// The links of `from` come to stand first in `to`; `from` is empty then.
static inline void list_splice_init(struct list_head *from, struct list_head *to)
{
    if (!list_empty(from)) {
        from->prev->next = to->next;
        to->next->prev = from->prev;
        to->next = from->next;
        from->next->prev = to;
        list_init(from);
    }
}

#endif

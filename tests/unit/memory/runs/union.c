// status 120
union word {
    unsigned whole;
    unsigned char bytes[4];
    struct { unsigned short low, high; } halves;
};

int main(void)
{
    union word w;
    w.whole = 0x12345678u;
    w.halves.high ^= 0xffff;
    return w.bytes[0] == 0x78 && w.bytes[3] == 0xed && w.halves.low == 0x5678 ? w.bytes[0] : 1;
}

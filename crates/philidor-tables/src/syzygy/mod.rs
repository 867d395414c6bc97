mod writing {
    mod blocks;
    mod codes;
    mod pairing;
}

// What the contestants in C++ share: their input, and how they are timed.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline std::vector<std::string> read_lines(const char *path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    return lines;
}

inline std::string read_text(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Prints the name, the nanoseconds per item of the fastest pass within a third of a second, and the result.
template <class Work> void timed(const char *name, std::size_t items, Work work) {
    using clock = std::chrono::steady_clock;
    std::uint64_t found = 0;
    double least = 1e30;
    for (const auto end = clock::now() + std::chrono::milliseconds(333); clock::now() < end;) {
        const auto start = clock::now();
        found = work();
        const std::chrono::duration<double, std::nano> took = clock::now() - start;
        least = std::min(least, took.count());
    }
    std::printf("%s %.3f %llu\n", name, least / static_cast<double>(items), static_cast<unsigned long long>(found));
}

# Builds the program for use: optimised, and with Swift's libraries inside, so that it starts in a few milliseconds.
# Sourced after steps.bash; leaves the path of the program in `program`.

# The static Foundation asks for libcurl, for requests over the network that this program does not make. Loading the real one
# with the forty libraries below it would take several times as long as everything else before the first line runs. So the
# functions it asks for are given to it by a file that ends the program with a sentence if one is ever called.
make_curl_stand_in() {
  local toolchain=$1 folder=$2 symbol
  mkdir -p -- "$folder"
  {
    printf '#include <stdio.h>\n#include <stdlib.h>\n'
    printf '#define ABSENT __attribute__((visibility("hidden"), noreturn)) void\n'
    printf 'static void end(const char *name) { fprintf(stderr, "bridgehead: %%s: linked without a network\\n", name); abort(); }\n'
    "$toolchain/bin/llvm-nm" -u "$toolchain"/lib/swift_static/linux/{lib_CFURLSessionInterface,libFoundationNetworking}.a 2>/dev/null |
      sed -n 's/^ *U \(curl_[a-z_]*\)$/\1/p' | LC_ALL=C sort -u |
      while read -r symbol; do printf 'ABSENT %s(void) { end("%s"); }\n' "$symbol" "$symbol"; done
  } >"$folder/curl.c"
  "$toolchain/bin/clang" -O1 -c "$folder/curl.c" -o "$folder/curl.o"
  rm -f -- "$folder/libcurl.a"
  "$toolchain/bin/llvm-ar" rcs "$folder/libcurl.a"
}

build_release() {
  local resources toolchain folder=.build/curl-stand-in options=()
  resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  toolchain=${resources%/lib/swift}
  if [[ -d $toolchain/lib/swift_static/linux ]]; then
    [[ -e $folder/libcurl.a ]] || make_curl_stand_in "$toolchain" "$folder"
    options=(--static-swift-stdlib -Xlinker "-L$folder" -Xlinker "$folder/curl.o")
  fi
  swift build -c release "${options[@]}" --product bridgehead
}

# shellcheck disable=SC2034 # read by the scripts that source this
program="$project_root/.build/release/bridgehead"
step "Build the program" build_release || fail "the program does not build: the log above says why"

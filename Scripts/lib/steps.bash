# Shared by the scripts beside this folder: where the project is, how a step is shown, how a script fails.
# A terminal gets colours and one live line per step; a pipe gets plain lines and a sign of life every 15 seconds.
# Sourced, never run. Callers have `set -euo pipefail` on.

# Read by callers that are given names of files: the names mean what they meant there.
# shellcheck disable=SC2034
caller_directory=$PWD
project_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
cd -- "$project_root" || exit

# Debian's node packages live here; a node that does not come from Debian does not look there by itself.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"

log_directory="$project_root/.build/logs"

if [[ -t 1 && ${TERM:-dumb} != dumb ]]; then live_output=1; else live_output=; fi
if [[ $live_output && -z ${NO_COLOR:-} ]]; then
  colour_good=$'\e[32m' colour_bad=$'\e[31m' colour_quiet=$'\e[2m' colour_end=$'\e[0m'
else
  colour_good='' colour_bad='' colour_quiet='' colour_end=''
fi

# Ends the script with one line: what is wrong, and the way out.
fail() {
  local red='' end=''
  if [[ -t 2 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then red=$'\e[31m' end=$'\e[0m'; fi
  printf '%serror:%s %s\n' "$red" "$end" "$*" >&2
  exit 1
}

# Microseconds since 1970. The decimal mark follows the locale, so both are taken out.
now_microseconds() {
  local now=$EPOCHREALTIME
  printf '%s' "${now/[.,]/}"
}

# "4.2 s" or "1 min 07 s" since the moment given.
elapsed_since() {
  local tenths=$((($(now_microseconds) - $1) / 100000))
  if ((tenths < 600)); then
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
  else
    printf '%d min %02d s' $((tenths / 600)) $((tenths % 600 / 10))
  fi
}

# A line of its own below the running step; nothing in it moves.
note() {
  printf '%s\n' "$*"
}

step_done() {
  local mark='✓'
  if [[ $live_output ]]; then
    printf '\r\e[K%s%s%s %s %s%s%s\n' "$colour_good" "$mark" "$colour_end" "$1" "$colour_quiet" "$2" "$colour_end"
  else
    printf '%s: %s\n' "$1" "$2"
  fi
}

step_failed() {
  if [[ $live_output ]]; then
    printf '\r\e[K%s✗ %s%s %s\n' "$colour_bad" "$1" "$colour_end" "$2"
  else
    printf '%s: failed after %s\n' "$1" "$2"
  fi
}

# The last line a log has, cut to what fits, without escape sequences.
last_line_of() {
  local line
  line=$(tail -n 1 -- "$1" 2>/dev/null | sed -e 's/\x1b\[[0-9;]*[A-Za-z]//g' -e 's/.*\r//' | tr -d '\000-\037')
  printf '%s' "${line:0:$2}"
}

# step TITLE COMMAND…: runs the command with its output in a log, shows that it is alive, and returns its status.
# A failed step prints the end of its log; `quiet_step` leaves that to the caller.
step() {
  local title=$1 status=0
  shift
  quiet_step "$title" "$@" || status=$?
  if ((status)); then
    tail -n 60 -- "$step_log" | sed 's/^/  /'
    note "  The whole log: ${step_log#"$project_root"/}"
  fi
  return "$status"
}

quiet_step() {
  local title=$1 started process status=0 next_sign=15
  shift
  mkdir -p -- "$log_directory"
  step_log="$log_directory/$(tr -cs '[:alnum:]' '-' <<<"${title,,}" | sed 's/^-*//;s/-*$//').log"
  started=$(now_microseconds)
  [[ $live_output ]] || printf '%s …\n' "$title"
  # In a process group of its own, so that an interrupted script takes the whole step with it.
  set -m
  "$@" >"$step_log" 2>&1 </dev/null &
  process=$!
  set +m
  trap 'kill -TERM -- "-$process" 2>/dev/null; printf "\n"; exit 130' INT TERM
  if [[ $live_output ]]; then
    local frames=('⠋' '⠙' '⠹' '⠸' '⠼' '⠴' '⠦' '⠧' '⠇' '⠏') frame=0 width=${COLUMNS:-} room time
    [[ $width ]] || width=$(tput cols 2>/dev/null || echo 80)
    while kill -0 "$process" 2>/dev/null; do
      time=$(elapsed_since "$started")
      room=$((width - ${#title} - ${#time} - 6))
      printf '\r\e[K%s %s %s%s  %s%s' "${frames[frame++ % 10]}" "$title" "$colour_quiet" "$time" \
        "$(last_line_of "$step_log" $((room > 0 ? room : 0)))" "$colour_end"
      sleep 0.1
    done
  else
    while kill -0 "$process" 2>/dev/null; do
      sleep 0.1
      if ((($(now_microseconds) - started) / 1000000 >= next_sign)); then
        printf '  … %s, %s: %s\n' "$title" "$(elapsed_since "$started")" "$(last_line_of "$step_log" 100)"
        next_sign=$((next_sign + 15))
      fi
    done
  fi
  wait "$process" || status=$?
  trap - INT TERM
  if ((status)); then
    step_failed "$title" "$(elapsed_since "$started")"
  else
    step_done "$title" "$(elapsed_since "$started")"
  fi
  return "$status"
}

# One hash over the files and texts given; the same inputs give the same hash on every machine.
# Arguments: names of files, or text after `--text`.
fingerprint() {
  local files=() text=''
  while (($#)); do
    if [[ $1 == --text ]]; then
      text+="$2"$'\n'
      shift 2
    else
      files+=("$1")
      shift
    fi
  done
  {
    printf '%s' "$text"
    if ((${#files[@]})); then printf '%s\0' "${files[@]}" | LC_ALL=C sort -z | xargs -0 sha256sum; fi
  } | sha256sum | cut -d' ' -f1
}

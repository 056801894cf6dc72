# bash completion for Kiln's tools: clc, clrun, kiln-cache, muxc, veczc, spirv-ll-tool.
#
# Nothing is listed here that a tool says of itself: options, commands and the choices of values are
# taken from --help, targets and devices from what lists them.

# What the tool prints with --help. It is kept: a tool does not change while one types.
_kiln_help() {
  if [[ ${_kiln_help_of-} != "$1" ]]; then
    _kiln_help_text=$("$1" --help 2>/dev/null) || return 1
    _kiln_help_of=$1
  fi
}

# Options, as --name= if a value follows. "-emit-..." and its like stand for several and are none.
_kiln_options() {
  grep -oE '(^|[ ,;([])--?[A-Za-z][A-Za-z0-9-]*(=|\.\.\.)?' <<<"$_kiln_help_text" |
    sed -nE 's/^[ ,;([]//; /-$|\.\.\.$/!p' |
    awk '{ named[$0] } END { for (option in named) if (!(option "=" in named)) print option }'
}

# Commands of the synopsis: words between bars.
_kiln_commands() {
  head -n 1 <<<"$_kiln_help_text" | grep -oE '[a-z]+ \| [a-z |]+' | tr -s '| ' '\n'
}

# The choices of --name=a|b|<n>, without what stands in brackets.
_kiln_choices() {
  grep -oE -- "(^|[ ,])$1=[A-Za-z0-9<>]+(\|[A-Za-z0-9<>]+)+" <<<"$_kiln_help_text" |
    sed 's/^[^=]*=//' | head -n 1 | tr '|' '\n' | grep -v '<'
}

# The targets, or the numbers of devices, that the tool lists.
_kiln_listed() {
  "$1" "$2" 2>/dev/null | sed -nE "$3"
}

# _kiln_values <tool> <option>: into the array values; false if the value is a file or free text.
_kiln_values() {
  local tool=$1 option=$2
  case ${tool##*/}:$option in
    clc:--target) mapfile -t values < <(_kiln_listed "$tool" --list-targets 's/^([a-z]\w*)$/\1/p') ;;
    clc:--device) mapfile -t values < <(_kiln_listed "$tool" --list-devices 's/^([0-9]+):.*/\1/p') ;;
    clrun:--device | clrun:-d | clrun:--against-device)
      mapfile -t values < <(_kiln_listed "$tool" --list 's/^([0-9]+):.*/\1/p') ;;
    *:-cl-std) values=(CL1.0 CL1.1 CL1.2 CL2.0 CL3.0) ;;
    *) mapfile -t values < <(_kiln_choices "$option") ;;
  esac
  ((${#values[@]}))
}

# What the tool reads, by suffix.
_kiln_inputs() {
  case ${1##*/} in
    clc) echo 'cl|spv|bc|kbin' ;;
    clrun) echo 'cl|spv|bc|kbin|bin' ;;
    muxc) echo 'll|bc|cl' ;;
    veczc) echo 'll|bc|cl|spv' ;;
    spirv-ll-tool) echo 'spv|spvasm' ;;
  esac
}

_kiln_complete_value() {
  local tool=$1 option=$2 cur=$3 values=()
  if _kiln_values "$tool" "$option"; then
    mapfile -t COMPREPLY < <(compgen -W "${values[*]}" -- "$cur")
  elif [[ $option == -I || $option == --dir ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$cur")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}

_kiln_complete_input() {
  local suffixes file
  suffixes=$(_kiln_inputs "$1")
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [[ -d $file || $file =~ \.($suffixes)$ ]]; then
      COMPREPLY+=("$file")
    fi
  done < <(compgen -f -- "$2")
}

_kiln() {
  local tool=$1 cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  _kiln_help "$tool" || return
  # readline takes = for the end of a word, as it does :, unless COMP_WORDBREAKS says otherwise.
  if [[ $cur == = ]]; then
    _kiln_complete_value "$tool" "$previous" ''
  elif [[ $previous == = ]]; then
    _kiln_complete_value "$tool" "${COMP_WORDS[COMP_CWORD - 2]}" "$cur"
  elif [[ $cur == -*=* ]]; then
    _kiln_complete_value "$tool" "${cur%%=*}" "${cur#*=}"
    COMPREPLY=("${COMPREPLY[@]/#/${cur%%=*}=}")
  elif [[ $previous =~ ^(-o|-MF|-I|--dir|-d|--device|--target|--against-program)$ ]]; then
    _kiln_complete_value "$tool" "$previous" "$cur"
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_kiln_options)" -- "$cur")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  elif [[ ${tool##*/} == kiln-cache ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_kiln_commands)" -- "$cur")
  else
    _kiln_complete_input "$tool" "$cur"
  fi
  return 0
}

complete -F _kiln clc clrun kiln-cache muxc veczc spirv-ll-tool

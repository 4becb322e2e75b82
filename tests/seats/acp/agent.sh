# An agent of the Agent Client Protocol for tests: it does what its modes say, and writes down all that it is sent.
# Usage: sh agent.sh FOLDER MODE...
folder=$1
shift
modes=" $* "
sessions=0
prompt=

wants() {
    case $modes in *" $1 "*) return 0 ;; esac
    return 1
}
send() { printf '%s\n' "{\"jsonrpc\":\"2.0\",$1}"; }
answer() { send "\"id\":$id,\"result\":$1"; }
fail() { send "\"id\":$id,\"error\":{\"code\":$1,\"message\":\"$2\",\"data\":{\"details\":\"$3\"}}"; }
update() { send "\"method\":\"session/update\",\"params\":{\"sessionId\":\"$session\",\"update\":{\"sessionUpdate\":$1}}"; }
say() { update "\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"$1\"}"; }
think() { update "\"agent_thought_chunk\",\"content\":{\"type\":\"text\",\"text\":\"$1\"}"; }
hear() {
    # It does not end by itself, so that whoever started it has to see to that.
    IFS= read -r line || exec sleep 300
    printf '%s\n' "$line" >>"$folder/heard"
    case $line in *'"id":"'*)
        id=${line#*'"id":"'}
        id="\"${id%%\"*}\""
        ;;
    esac
}
ask() {
    send "\"id\":\"mine\",\"method\":\"$1\",\"params\":{\"sessionId\":\"$session\",$2}"
    asked=$id
    hear
    id=$asked
}
grandchild() {
    sleep 300 &
    echo $! >"$folder/grandchild"
}
x() { head -c "$1" /dev/zero | tr '\0' x; }

initialize() {
    version=1 methods= able=
    wants hang-initialize && grandchild && return
    wants not-acp && echo 'usage: agent [--acp]' && echo 'cannot open the terminal' >&2 && exit 2
    wants version-2 && version=2
    wants login && methods='{"id":"chat","name":"Log in with Chat"},{"id":"key","name":"Set \u001b[1mCHAT_KEY"}'
    wants closes && able='"sessionCapabilities":{"close":{}}'
    answer "{\"protocolVersion\":$version,\"agentInfo\":{\"name\":\"fake\",\"version\":\"1.2\"},\"authMethods\":[$methods],\"agentCapabilities\":{$able}}"
}

new_session() {
    wants login && fail -32000 'Authentication required' 'no key' && return
    sessions=$((sessions + 1))
    model=
    wants model && model=',"configOptions":[{"id":"m","name":"Model","category":"model","type":"select","currentValue":"small-1","options":[{"value":"small-1","name":"Small"}]}]'
    modes_offered=
    wants auto && modes_offered=',"modes":{"currentModeId":"auto","availableModes":[{"id":"auto","name":"Auto"},{"id":"default","name":"Ask"}]}'
    wants asks && modes_offered=',"modes":{"currentModeId":"default","availableModes":[{"id":"auto","name":"Auto"},{"id":"default","name":"Ask"}]}'
    answer "{\"sessionId\":\"s$sessions\"$model$modes_offered}"
}

prompt() {
    session=${line#*'"sessionId":"'}
    session=${session%%\"*}
    stop=end_turn
    if wants hang; then
        grandchild
        say 'I would say'
        prompt=$id
        return
    fi
    if wants crash; then
        say 'I would say'
        grandchild
        echo 'out of memory' >&2
        exit 7
    fi
    wants error && fail -32603 'Internal error' 'API Error: 529 overloaded' && return
    wants flood && yes "$(x 1000)"
    wants long-line && x 9000000
    wants long-answer && part=$(x 100000) && for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do say "$part"; done
    wants noise && echo 'warming up ...' && echo '{"level":"info","message":"ready"}' && echo 'key: SECRET' >&2
    wants leak && say "My key is $DEMO_API_KEY.\n"
    wants thinks && think 'Hmm. [STANCE: OPPOSE]'
    wants elsewhere && (session=other && say 'Not for you.')
    wants unknown && update '"a_thing_of_the_future","x":1' && send '"method":"_new/thing","params":{}'
    wants permission && ask session/request_permission '"toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"},{"optionId":"no","name":"No","kind":"reject_once"}]'
    wants always && ask session/request_permission '"toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_always"}]'
    wants files && ask fs/read_text_file '"path":"/etc/passwd"' && ask terminal/create '"command":"sh"'
    if wants messages; then
        update '"agent_message_chunk","messageId":"a","content":{"type":"text","text":"One "}'
        update '"agent_message_chunk","messageId":"a","content":{"type":"text","text":"thing."}'
        update '"agent_message_chunk","messageId":"b","content":{"type":"text","text":"Another."}'
    fi
    if wants tools; then
        say 'Let me look.'
        update '"tool_call","toolCallId":"t","title":"look"'
    fi
    for stop in max_tokens max_turn_requests refusal cancelled end_turn; do wants $stop && break; done
    if ! wants silent; then
        say 'Friday '
        say 'is fine.\n[STANCE: '
        wants disagree && say 'DISAGREE]' || say 'AGREE]'
    fi
    usage=
    wants counts && usage=',"usage":{"totalTokens":30,"inputTokens":20,"outputTokens":10}'
    answer "{\"stopReason\":\"$stop\"$usage}"
    wants dies && exit 0
}

echo $$ >>"$folder/pids"
while :; do
    hear
    case $line in
    *'"method":"initialize"'*) initialize ;;
    *'"method":"session/new"'*) new_session ;;
    *'"method":"session/prompt"'*) prompt ;;
    *'"method":"session/cancel"'*)
        id=$prompt
        wants obeys && answer '{"stopReason":"cancelled"}'
        wants finishes && say ' yes.' && answer '{"stopReason":"end_turn"}'
        ;;
    *'"method":"session/set_mode"'* | *'"method":"session/close"'*) answer '{}' ;;
    esac
done

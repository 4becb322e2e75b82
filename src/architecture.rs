//! The architecture: what decides, what acts, which laws hold, and why it is built like this.
//!
//! # One picture
//!
//! ```text
//! strategies/ (decides)                              src/ (acts)
//!
//! Strategy::next(view) ─▶ Step ─┐      ┌─▶ context: what a seat may see ─▶ prompt
//! DecisionRule::judge(tally) ─┐ │      │                                   │
//!                             ▼ ▼      │                                   ▼
//! State ◀─ apply ─ Event ◀── Engine::next ──▶ manager (the only loop) ──▶ Agent::reply
//!   ▲                 │                  ▲                                 │
//!   └── fold ── record (chained) ◀───────┴── reading: data with provenance ◀┘
//!                     │
//!                     └─▶ report: minutes, result, verification
//! ```
//!
//! # The laws
//!
//! 1. **Decide and act are apart.** `quorate-strategies` has no runtime, no clock, no file and no network; its manifest is
//!    the proof, and a test reads it.
//! 2. **One record.** An append-only list of events is the only source of truth; [`State`](crate::strategies::state::State)
//!    is a fold over it. What a decision relied on (a reading, a verdict, the hash of a context) is recorded with the
//!    version that made it.
//! 3. **Replay.** Everything the engine decides is itself an event. [`replay`](crate::strategies::verify::replay) decides
//!    each of them again from the events before it and compares.
//! 4. **Progress.** A step stays open until an event that the view shows has closed it; asks of nobody and waits for
//!    nothing are refused; turns, closing turns and requests are capped. So the law that no step repeats in place needs
//!    no check of its own: the engine cannot be driven in place.
//! 5. **Independence is structural.** What a turn may see is a scope and who may hear a message is an audience; both are
//!    enforced in [`context::gather`](crate::context::gather), never asked for in a prompt.
//! 6. **Never decide from prose.** Only structured output, markers and labelled scores in the speaker's own words count.
//! 7. **Integers decide.**
//! 8. **Nobody is silently left out.** [`Outcome`](crate::strategies::outcome::Outcome) names every seat.
//! 9. **Nothing waits for ever.** Rounds, turns, time for a turn and time in all are bounded.
//! 10. **Built-ins have no privilege.** They register in the [`Catalog`](crate::strategies::catalog::Catalog) and pass
//!     the public suites as everybody's do.
//!
//! # Who may import whom
//!
//! ```text
//! quorate-strategies ◀─ reading, context, argument, report, checklist, store ◀─ agent ◀─ manager ◀─ preset, doctor, rehearse ◀─ pipeline ◀─ command
//! ```
//!
//! The contract of agents (`agent/mod.rs`) is vocabulary for contexts too: [`Heard`](crate::agent::Heard) is what a
//! context lends and what a backend is lent.
//!
//! # Decisions that are not obvious
//!
//! * **A message's id is its turn's number.** Turns are numbered when they are asked, so ids do not depend on the order
//!   in which answers arrive, and a result that cites them can be compared between runs.
//! * **A batch is folded when it is whole.** Answers are recorded as they come, so nothing is lost in a crash, and enter
//!   the state together, in the order of asking. Every context of a batch is lent from the same state.
//! * **Tasks travel on the strategy's card** and steps name them, so a record stays small, and a strategy stays one file.
//! * **Closing turns do not move a verdict** that was given before them: what ended the discussion stays what it was.
//!   A brainstorm that converges has none before them: its card never asks the rule on the way, and by the same law the
//!   one verdict is given at the end, on the vote that its closing turns hold.
//! * **What is put to the vote is an event** ([`PutToVote`](crate::strategies::event::Event::PutToVote)) where a strategy
//!   finds the options in what was said. A ballot holds numbers of options; the list that they number is in the record
//!   before anybody is asked, a new list voids the ballots over the old one, and a vote over anything else (a judge's
//!   over sides) is nobody's ballot.
//! * **A vote is asked for in the form that its rule can count** (one, several, an order, points): the rule says which, the
//!   strategy passes it on, and a ballot in another form abstains, since guessing what it meant would be deciding.
//! * **In the last round the expert's sum-up is its conclusion**, so the expert never speaks twice in a row to say the
//!   same.
//! * **The verdict's level describes the count**; whether the rule decided is `reached`, and a winner is named only then.
//! * **Stances are judged at the close of a round**, also under a strategy that checks after each step: a stance is one of
//!   a round, and half a round would read as an agreement of those who happened to speak first.
//! * **The record seals a line in one pass**: the hash covers every other byte of its own line, so that it can be checked
//!   with any SHA-256 tool and without parsing.
//! * **A program is never run again unasked**: it may have done something before it failed. And it is ended as a group,
//!   also when its turn is dropped, so nothing goes on working for a turn that the record calls ended.
//! * **A call is dropped when nothing it could bring would change the verdict.** After every answer the rule is asked
//!   whether what is pending still matters; where it does not, the record says so before the calls end as `not-needed`,
//!   which is no failure of anybody.
//! * **Going in circles ends a discussion only where the charter watches for it.** Whether a round moved anybody, or said
//!   other words than before, is counted in integers, so that a record gives it again; two quiet rounds end it or put it
//!   to the principal.
//! * **A late answer is listened for until the discussion ends**: it is kept and moves nothing, holds its room in the
//!   budget until it is known, gives its place in a lane to whoever waits for it, and is dropped before the conclusion. For
//!   that a request lends from the state as it stood when its seat was asked, which is copied only where one outlasts its
//!   batch. People and programs are let go at the end of their time. No wait is ever longer for it.
//! * **What was stopped goes on in its round.** `reopened` names the round, takes back what the stop called off, and the
//!   open batch is made again from the state before it, so a discussion that was stopped ends as one that was not. A
//!   time-out that a turn reached by itself stays.
//! * **A question to a person is withdrawn by dropping it.** What is typed afterwards belongs to no question: a late line
//!   that counted as the next answer would be a vote that nobody cast.
//! * **The budget is reserved, not checked**: room for the most that a request can take (the bytes of its prompt, which no
//!   vocabulary splits into more tokens, and the most tokens of an answer) is taken before it is sent, and recorded first,
//!   so that a process that dies with a request under way counts it in full. What it took then stands in its place. So no
//!   order of arrival can overspend; only a provider that breaks its own limit can, and then it is named.
//! * **A part of the budget is kept back for the result**, a quarter at most; what is written from then is cut to it.
//! * **What is handed over is a view of the record too.** A synthesiser's text is part of the result event; what lies beside
//!   the minutes (an improved plan, a deliverable, a diagnosis) is made from that, or by rule, by whoever reads the record.
//!   A change rests on the messages that its writer names for a line that is really there; any other is told as unexplained.
//! * **The argument graph decides nothing.** It is folded from a record batch by batch, so what was said together is never
//!   taken for an answer; an edge that is only guessed is marked and counted nowhere, and of several proposals that a bare
//!   "I agree" could mean none is picked.
//! * **How money is counted is settled in the charter**, backend by backend, with what was said about prices that are not
//!   known, so what goes on counts as it began. A model on this machine costs nothing unless a price is said, and minutes
//!   name it; a program takes what nobody is told, so where tokens or money are limited it is refused until somebody says
//!   that it is not counted. What a fork serves takes nothing.
//! * **Prices are the highest of a list** where it has several for one model, so that a bound in money is one.
//! * **A rehearsal runs the manager itself**, on a paused clock and a runtime of its own for each run, so that what is held to
//!   the promises is what runs in earnest, and a run follows from its seed whatever runs beside it. The second count of
//!   verdicts reads the record alone and shares no arithmetic with the rules. Pauses between attempts take their chance
//!   from the discussion's id, its seed and the turn: they differ between discussions and come again in a second run.
//! * **A question to the principal is decided by the engine and answered by the world.** The engine records that a gate is
//!   open and waits; what ends the wait is an event: an answer, or `silent` when the time is up. Silence is no consent, so
//!   where the charter wants approval, what was not approved or amended is not decided. A pause and an open gate hold
//!   everything that has not begun, and the time of the whole bounds them.
//! * **Other processes speak through notes in the store**, which the driver takes between steps and four times a second
//!   while it waits; only the process that runs a discussion writes its record. Whoever speaks waits for the event that
//!   came of it and is told by which it counts, or why not.
//! * **A remark is no answer.** What anybody says while the principal is asked reaches every seat and leaves the question
//!   open: it would else be a consent that nobody gave. Whoever may answer is told how (`approve --amend`).
//! * **A ruling belongs to the same chain**: a veto or an approval is one event more after the result, so a record says by
//!   itself whether its outcome stands. Whether the time for a veto is over is for whoever knows what time it is.
//!   A conclusion is what its last round came to, so what follows its veto asks that round again, and every seat hears why;
//!   whatever was said before is served from the record.
//! * **A line is handed over when it is sealed and waited for before anything outside follows from it.** So a store can
//!   put the lines of a thousand discussions into one commit: [`Sqlite`](crate::store::Sqlite) has one thread that takes
//!   what is there, commits once and tells all who wait. Where the commit fails it is tried for each discussion by itself,
//!   so that one takes down no other, and no line is written after a missing one.
//! * **Who writes holds a lock of the system, not a number.** The one writer of a record is whoever keeps a file locked; a
//!   process that is killed lets go of it, and a process number that is used again means nothing. The number of a line is
//!   unique in the database too, should a file system lie about locks.
//! * **What was said from outside leaves the store with the lines that tell of it**, in one commit, so a process that is
//!   killed in between loses no word and hears none twice.
//! * **A rolling summary is an event, not a view.** Everybody's next prompt rests on it, and a model wrote it, so it is
//!   recorded with who made it before the round opens on it; a replay, a fork and a resumed run read it there. Who writes it
//!   holds no seat, hears no whisper and has no vote. Where nobody is set to, a rule puts an extract together and says so; one
//!   that fails changes nothing: the summary before stands, what was said since is shown as it was, and the next round tries
//!   again. It is cut to its length, so a prompt cannot grow by it.
//! * **What a summary does not tell of is shown whole.** So a strategy whose seats speak in turn can be held on summaries
//!   too: the round that is open is in sight, everything before it is not.
//! * **A request has a name that holds**: discussion, seat, turn and attempt. A gateway that runs a turn twice for one name
//!   does not exist, so after a lost connection, or a process that died, it is asked for the end of that run; only an attempt
//!   that is known to have failed is followed by another, under another name.
//! * **Sessions are the backend's, contexts are ours.** A gateway's agent remembers by itself, so every prompt holds all that
//!   a seat is to know and needs no memory behind it; `session` says whether it has one. Agent programs are given none, so
//!   that what is shown is what is seen, as with every model.
//! * **Agent programs get a table of guarantees, not a promise**: what keeps each of them from the user's files and from
//!   acting rests on switches of its own, so the docs name these, the version that was tried, and what they do not cover.
//! * **Steps that nothing here can grant** (spawn, an invitation of nobody on the bench) are refused in the record, where
//!   the strategy sees it. A driver that can grant them records that instead.
//! * **Who may be invited sits on the bench from the start**, in the record and with a backend, without voice and vote. So
//!   the engine itself grants an invitation, a replay finds one that does not follow, and no count can take in somebody
//!   who has not joined: the seat gets its voice and vote when the next round opens.
//! * **A record names what its backends are made from**, never a key: a text that looks as if it held one is left out, and
//!   `resume` then asks for the seat. A record that comes from elsewhere is data, so programs, addresses and key files
//!   that it names are used only with `--yes`; one of this machine's own store has run them already.
//! * **A fork is run, not copied.** Its past is said again by [`Served`](crate::agent::Served) seats and decided anew, so
//!   its record can be verified by itself also where another threshold makes of the same words something else. What was
//!   served is matched by seat and order; from the first turn that is asked otherwise the fork says so.
//! * **A record is judged again on the tally that its verdict was given on**, and the smallest change is found by giving
//!   verdicts, so it holds for any rule; where not every way to vote was tried it says how far.
//! * **The log of a pipeline holds results, not verdicts on them.** Which stages are skipped, and why, follows from
//!   results and inputs alone, so a run that is gone on with works it out again; what has a result stands, as long as the
//!   stage is made from the same, and is never performed again. A run that was killed goes on; one that came to its end
//!   tries again what has no result, unless another stage went on without it: then its end is a part of that result.
//! * **Cancelling a stage is dropping it**, as for a turn: the record of a half-done discussion then ends where it is, and
//!   is gone on with by the next run.
//! * **Templates are tried out before anything runs**: names against the forms of results, then filled in with stand-ins,
//!   once for each way in which results may be missing. What only other branches would meet still fails the stage, never
//!   in silence.

"""Environments: many boards beside games that are played one by one, and the conformance tests of Gymnasium and PettingZoo."""

import copy
import os
import pickle
import signal
import time
import warnings

import numpy as np
import pytest

from philidor import Color, Game, Move, MoveError, Position, Positions, encode
from philidor.env import REASONS, State, VectorEnv

KEYS = ("action_mask", "player", "reason", "result")
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
FEW = "4k3/8/8/8/8/8/8/QN2K3 b - - 7 30"                      # repeats itself soon


def action(position, move, encoding="az73_pettingzoo"):
    """The number of a move."""
    return int(Positions.from_positions([position]).index(np.array([position.digest(move)], np.uint16), encoding)[0])


def shown(env, steps):
    """Copies of what random steps show."""
    env.reset()
    for _ in range(steps):
        observations, *rest, infos = env.step(env.sample_actions())
        yield [observations.copy(), *(array.copy() for array in rest), *(infos[key].copy() for key in KEYS)]


def expected_history(games, encoding):
    """lc0's or AlphaZero's planes, from the positions of each game."""
    width, lines = {"lc0_112": (13, [12]), "alphazero_119": (14, [12, 13])}[encoding]
    result = Positions.from_positions([game.position for game in games]).planes(encoding, dtype="uint8")
    result[:, : 8 * width] = 0
    for row, game in enumerate(games):
        black = game.position.turn == Color.BLACK
        for age in range(min(8, len(game) + 1)):
            past = Game(game.start, game.moves[: len(game) - age])
            pieces = Positions.from_positions([past.position]).planes("pieces_12", dtype="uint8")[0]
            if black:
                pieces = np.concatenate([pieces[6:], pieces[:6]])[:, ::-1]
            result[row, age * width : age * width + 12] = pieces
            for plane, least in zip(lines, (2, 3)):
                result[row, age * width + plane] = past.repetitions >= least
    return result


@pytest.mark.parametrize(("actions", "observation", "draws"), [
    ("az73_pettingzoo", "alphazero_119", "automatic"),
    ("lc0_1858", "lc0_112", "claimed"),
    ("uci_1968", "maia2_18", "automatic"),
    ("openspiel_4674", "pieces_12", "claimed"),
])
def test_boards_show_what_games_say(actions, observation, draws):
    starts = [Position().fen(), FEW]
    env = VectorEnv(
        6, actions=actions, observation=observation, draws=draws, autoreset="next_step", seed=3, starts=starts)
    observations, infos = env.reset()
    games, is_over, ended = [env.game(row) for row in range(6)], [False] * 6, set()
    assert {game.start.fen() for game in games} == set(starts) and not any(map(len, games))
    for step in range(500):
        batch = Positions.from_positions([game.position for game in games])
        mask = batch.legal_mask(actions)
        mask[is_over] = False
        assert (infos["action_mask"] == mask).all()
        assert (env.positions().array == batch.array).all()
        assert infos["player"].tolist() == [int(game.position.turn) for game in games]
        if step % 3 == 0 and observation in ("alphazero_119", "lc0_112"):
            expected = expected_history(games, observation)
            # What lc0 sees before the start of a game from a FEN, lc0 itself is asked about, in oracles/.
            rows = [observation != "lc0_112" or len(game) > 6 or game.start.fen() == starts[0] for game in games]
            assert (observations == expected)[rows].all()
        elif observation not in ("alphazero_119", "lc0_112"):
            assert (observations == batch.planes(observation, dtype="uint8")).all()
        offsets, legal = env.legal_actions()
        assert [np.flatnonzero(row).tolist() for row in mask] == [
            sorted(legal[offsets[row] : offsets[row + 1]].tolist()) for row in range(6)]
        chosen = env.sample_actions()
        movers = [game.position.turn for game in games]
        for row, game in enumerate(games):
            if not is_over[row]:
                assert mask[row, chosen[row]]
                digest = Positions.from_positions([game.position]).move(chosen[row : row + 1].astype(np.int32), actions)[0]
                game.play(Move.from_digest(int(digest)))
        observations, rewards, terminations, truncations, infos = env.step(chosen)
        for row, game in enumerate(games):
            if is_over[row]:
                game = games[row] = env.game(row)
                assert game.start.fen() in starts and len(game) == 0
                is_over[row] = False
            claim = game.claim() if draws == "claimed" else None
            outcome = game.outcome
            reason = outcome.reason if outcome else claim or ""
            assert (terminations[row], REASONS[infos["reason"][row]]) == (bool(reason), reason)
            winner = outcome.winner if outcome else None
            assert rewards[row] == (0 if winner is None else 1 if winner == movers[row] else -1)
            assert infos["result"][row] == {None: 0, Color.WHITE: 1, Color.BLACK: -1}[winner]
            is_over[row] = bool(reason)
            ended |= {reason}
        assert not truncations.any()
    assert len(ended) > 2


def test_threads_change_nothing():
    one, two = (VectorEnv(300, seed=5, threads=threads, opponent="random", max_plies=40) for threads in (1, 2))
    other = VectorEnv(300, seed=6, opponent="random", max_plies=40)
    differs = False
    for first, second, third in zip(shown(one, 45), shown(two, 45), shown(other, 45), strict=True):
        assert all((a == b).all() for a, b in zip(first, second, strict=True))
        differs |= any((a != b).any() for a, b in zip(first, third, strict=True))
    assert differs


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes are forked")
def test_a_forked_process_has_threads_of_its_own():
    env = VectorEnv(300, seed=5, threads=2, observation=None)
    env.reset()
    env.step(env.sample_actions())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")                        # Python 3.12 warns of forks of threads
        child = os.fork()
    if child == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)                                   # one that waits for threads that are not there
            copy.copy(env).close()
            env.step(env.sample_actions())
            env.close()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    env.step(env.sample_actions())


def test_a_closed_environment_keeps_no_threads():
    def threads():
        return len(os.listdir("/proc/self/task"))

    if not os.path.isdir("/proc/self/task"):
        pytest.skip("the system does not list threads")
    env = VectorEnv(1000, seed=5, threads=4, observation=None)
    env.reset()
    env.step(env.sample_actions())
    started = threads()
    env.close()
    deadline = time.monotonic() + 60
    while threads() > started - 3:                             # they end by themselves
        assert time.monotonic() < deadline
        time.sleep(0.01)
    env.step(env.sample_actions())


def test_seeds_repeat_games_and_boards_differ():
    env = VectorEnv(4, seed=1)
    first = list(shown(env, 30))
    assert any((step[0][0] != step[0][1]).any() for step in first)
    env.reset(seed=1)
    again = [env.step(env.sample_actions())[0].copy() for _ in range(30)]
    assert all((step[0] == planes).all() for step, planes in zip(first, again, strict=True))
    env.reset()                                                # continues with the random numbers
    other = [env.step(env.sample_actions())[0].copy() for _ in range(30)]
    assert any((a != b).any() for a, b in zip(again, other, strict=True))


def continued(env, steps=12):
    """The actions of random steps from here on."""
    taken = []
    for _ in range(steps):
        taken.append(env.sample_actions().tolist())
        env.step(taken[-1])
    return np.array(taken).T.tolist()                          # a line for each board


def test_seeds_reach_boards_that_are_not_reset_at_first():
    mask = np.array([True, False, False, False])

    def masked(env):
        env.reset(options={"reset_mask": mask})
        env.reset()

    def raised(env):
        with pytest.raises(ValueError):
            env.reset(options={"reset_mask": mask[:1]})
        env.reset()

    def stepped(env):
        env.step([0] * 4)

    for begin, arguments in [(masked, {}), (raised, {}), (stepped, {"autoreset": "next_step"})]:
        games = []
        for seed in (1, 2, 1):
            env = VectorEnv(4, seed=seed, observation=None, **arguments)
            begin(env)
            games.append(continued(env))
        first, other, again = games
        assert first == again, begin
        assert len(set(map(str, first + other))) == 8, begin   # each board plays its own game
    env = VectorEnv(4, seed=1, observation=None)
    env.reset()
    env.reset(seed=5, options={"reset_mask": mask})            # the games of the others continue, with numbers of this seed
    fresh = VectorEnv(4, seed=5, observation=None)
    fresh.reset()
    assert continued(env) == continued(fresh)


def test_a_list_has_a_seed_for_each_board():
    env = VectorEnv(3, seed=[7, np.int64(8), 7], observation=None)
    env.reset()
    first, second, third = continued(env)
    one = VectorEnv(1, seed=np.int64(7), observation=None)
    one.reset()
    assert first == third == continued(one)[0] != second
    env.reset(seed=[7, None, 8])
    assert continued(env)[::2] == [first, second]


def test_a_state_is_gone_on_from():
    arguments = {"opponent": "random", "draws": "claimed", "starts": [QUEEN, FEW, Position().fen()], "max_plies": 40}
    env = VectorEnv(8, seed=1, **arguments)
    env.reset()
    for _ in range(30):
        continued(env, 1)
        before = env.get_state()
        seen = env._observations.copy(), env._infos["action_mask"].copy(), env._infos["player"].copy()
        shown = [env._observations, env._infos["action_mask"], env._infos["player"]]
        expected = continued(env, 3)
        other = VectorEnv(8, **arguments)
        other.reset()
        continued(other, 5)
        for one in (env, other):
            observations, infos = one.set_state(pickle.loads(pickle.dumps(before)))
            now = (observations, infos["action_mask"], infos["player"])
            assert all((a == b).all() for a, b in zip(now, seen, strict=True))
            assert not one._rewards.any() and not infos["reason"].any()
            assert continued(one, 3) == expected
        assert shown[0] is env._observations
    assert {state.side for state in before} == {Color.WHITE, Color.BLACK}
    # Any game may be put on any board; the others stay.
    game, plies = Game(moves=[*SHUFFLE, "e4"]), [env.game(row).ply for row in range(8)]
    env.set_state([None, State(game, Color.BLACK, 1), *[None] * 6])
    assert env.game(1).moves == game.moves and [env.game(row).ply for row in (0, 7)] == [plies[0], plies[7]]
    # A game that has ended is over, also by a claim, and is not shown as having just ended.
    for ended in (Game(moves=["f3", "e5", "g4", "Qh4"]), Game(moves=SHUFFLE * 2)):
        observations, infos = env.set_state([State(ended, Color.WHITE, 1)] * 8)
        assert not infos["action_mask"].any() and not env._terminations.any()
    with pytest.raises(ValueError, match="1 states for 8 boards"):
        env.set_state(before[:1])


def test_environments_are_copied_and_pickled():
    env = VectorEnv(5, seed=3, dtype="float16", max_plies=8, autoreset="next_step")
    env.reset()
    for _ in range(10):
        continued(env, 1)
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            for name in ("_observations", "_rewards", "_terminations", "_truncations"):
                first, second = getattr(env, name), getattr(other, name)
                assert (first == second).all() and first.dtype == second.dtype and not np.shares_memory(first, second)
                assert not second.flags.writeable
            assert all((env._infos[key] == other._infos[key]).all() for key in KEYS)
            assert copy.deepcopy(env).get_state()[0].random == env.get_state()[0].random
            assert continued(other) == continued(copy.deepcopy(env))
    never_begun = pickle.loads(pickle.dumps(VectorEnv(2, autoreset="disabled")))
    with pytest.raises(ValueError, match="row 0: the game is over"):
        never_begun.step([0, 0])


def test_games_begin_elsewhere_from_a_reset_on():
    env = VectorEnv(2, max_plies=1, seed=1)
    env.reset()
    env.reset(options={"starts": Position(QUEEN), "reset_mask": [True, False]})
    assert [env.game(row).start.fen() for row in range(2)] == [QUEEN, Position().fen()]
    env.step(env.sample_actions())
    for one in (env, copy.deepcopy(env)):
        one.step(one.sample_actions())
        assert [one.game(row).start.fen() for row in range(2)] == [QUEEN, QUEEN]
    for wrong in ([], ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "k"):
        with pytest.raises(ValueError):
            env.reset(options={"starts": wrong})
    env.reset()
    assert env.game(1).start.fen() == QUEEN


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32"])
def test_types_of_numbers_show_the_same(dtype):
    env = VectorEnv(3, seed=2, dtype=dtype, starts=QUEEN, opponent="random", draws="claimed")
    plain = VectorEnv(3, seed=2, starts=QUEEN, opponent="random", draws="claimed")
    for first, second in zip(shown(env, 150), shown(plain, 150), strict=True):
        assert first[0].dtype == dtype and (first[0] == second[0]).all()


def test_same_step_hands_out_what_is_last_seen():
    env = VectorEnv(3, seed=4, max_plies=5)
    longer = VectorEnv(3, seed=4, max_plies=6)
    first, _ = env.reset()
    first = first.copy()
    longer.reset()
    for step in range(5):
        chosen = env.sample_actions()
        assert (chosen == longer.sample_actions()).all()
        observations, _, terminations, truncations, infos = env.step(chosen)
        later = longer.step(chosen)[0]
        assert ("final_obs" in infos) == (step == 4)
    assert truncations.all() and not terminations.any()
    assert [REASONS[number] for number in infos["reason"]] == ["truncation"] * 3
    assert infos["_final_obs"].all() and (np.stack(list(infos["final_obs"])) == later).all()
    assert (observations == first).all() and env.game(0).ply == 0


def test_boards_that_are_not_reset_are_refused():
    env = VectorEnv(2, autoreset="disabled", starts="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    with pytest.raises(ValueError, match="row 0: the game is over and has not been reset"):
        env.step([0, 0])                                       # nor has it begun
    env.reset()
    start = env.game(0).position
    _, _, terminations, _, infos = env.step([action(start, "Rd8"), action(start, "Rd7")])
    assert terminations.tolist() == [True, False] and not infos["action_mask"][0].any()
    assert env.game(0).result == "1-0" and env.sample_actions()[0] == 0
    with pytest.raises(ValueError, match="row 0"):
        env.step(env.sample_actions())
    env.reset(options={"reset_mask": np.array([True, False])})
    assert [env.game(row).ply for row in (0, 1)] == [0, 1]
    env.step(env.sample_actions())
    for mask, error, words in [
        (np.ones(3, bool), ValueError, r"`reset_mask` has the shape \(3,\) instead of \(2,\)"),
        ([0, 1], TypeError, "`reset_mask` has truth values, not int64"),
    ]:
        with pytest.raises(error, match=words):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="options are 'reset_mask' and 'starts', not 'mask'"):
        env.reset(options={"mask": [True, False]})
    env.reset(options={"reset_mask": [False, True]})           # a list is one, too
    assert env.game(1).ply == 0


def test_an_illegal_action_changes_nothing_or_loses():
    env = VectorEnv(3)
    observations, infos = env.reset()
    before = observations.copy(), infos["action_mask"].copy()
    fine = action(Position(), "e4")
    for wrong in (0, -1, 4672, 2**40):
        with pytest.raises(MoveError, match=f"row 1: 'action {wrong}': not a legal move") as caught:
            env.step([fine, wrong, wrong])
        assert (caught.value.row, caught.value.fen) == (1, Position().fen())
        assert (observations == before[0]).all() and (infos["action_mask"] == before[1]).all()
    env = VectorEnv(2, illegal="lose", autoreset="disabled")
    env.reset()
    _, rewards, terminations, _, infos = env.step([fine, 0])
    assert rewards.tolist() == [0, -1] and terminations.tolist() == [False, True]
    assert REASONS[infos["reason"][1]] == "illegal action" and infos["result"].tolist() == [0, -1]


def test_draws_are_claimed_if_that_is_agreed_on():
    for draws, plies, reason in [("claimed", 8, "threefold repetition"), ("automatic", 16, "fivefold repetition")]:
        env = VectorEnv(1, draws=draws)
        env.reset()
        for ply in range(plies):
            position = env.game(0).position
            _, rewards, terminations, _, infos = env.step([action(position, SHUFFLE[ply % 4])])
            assert terminations[0] == (ply == plies - 1)
        assert REASONS[infos["reason"][0]] == reason and rewards[0] == 0


def test_an_opponent_answers():
    env = VectorEnv(64, opponent="random", seed=1, starts=[QUEEN, Position().fen()], side=Color.BLACK)
    _, infos = env.reset()
    assert infos["player"].all() and {env.game(row).ply for row in range(64)} == {1}
    assert {env.game(row).start.fen() for row in range(64)} == {QUEEN, Position().fen()}
    env.step(env.sample_actions())
    assert {env.game(row).ply for row in range(64)} <= {1, 3}
    both = VectorEnv(64, opponent="random", seed=1).reset()[1]["player"]
    assert 0 < both.sum() < 64
    # White mates at once, whatever it plays: the caller has to play White.
    env = VectorEnv(1, opponent="random", side=Color.BLACK, starts="k7/7R/1K6/8/8/8/8/8 w - - 0 1")
    assert any(env.reset(seed=seed)[1]["player"][0] == 0 for seed in range(60))
    # Fool's mate: the caller loses by the opponent's answer.
    start = Position("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2")
    env = VectorEnv(200, opponent="random", starts=start.fen(), seed=1, side=Color.WHITE)
    env.reset()
    _, rewards, terminations, _, infos = env.step([action(start, "g4")] * 200)
    seen = zip(rewards.tolist(), terminations.tolist(), infos["reason"].tolist(), infos["result"].tolist(), strict=True)
    assert set(seen) == {(-1.0, True, REASONS.index("checkmate"), -1), (0.0, False, 0, 0)}


def test_odd_sizes_and_arguments():
    for count, threads in [(0, 1), (0, 2), (1, 2), (129, 0)]:
        env = VectorEnv(count, threads=threads, observation=None, seed=1)
        observations, infos = env.reset()
        assert observations.shape == (count, 0, 8, 8) and infos["action_mask"].sum() == 20 * count
        assert env.step(env.sample_actions())[1].shape == (count,)
    for arguments in [
        {"actions": "az"}, {"observation": "az"}, {"draws": "never"}, {"illegal": "ignore"}, {"autoreset": "late"},
        {"opponent": "strong"}, {"starts": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}, {"starts": []}, {"starts": "k"},
        {"out": np.zeros((1, 12, 8, 8), np.uint8)}, {"num_envs": -1}, {"max_plies": -1}, {"threads": -1}, {"seed": [1, 2]},
        {"out": np.zeros((1, 119, 8, 16), np.uint8)[..., ::2]}, {"starts": [Position(), "k"]},
    ]:
        with pytest.raises(ValueError):
            VectorEnv(**arguments)
    for arguments in [
        {"observation": "openspiel_20", "dtype": "uint8"}, {"dtype": "int64"}, {"out": np.zeros((1, 119, 8, 8))},
        {"out": [0]}, {"num_envs": 1.5}, {"starts": 5}, {"starts": [None]}, {"seed": "one"}, {"max_plies": "ten"},
    ]:
        with pytest.raises(TypeError):
            VectorEnv(**arguments)
    for starts in (Position(QUEEN), [Position(QUEEN), QUEEN], (QUEEN,)):
        env = VectorEnv(np.int64(1), starts=starts)
        env.reset()
        assert env.game(0).start.fen() == QUEEN
    env = VectorEnv(2)
    env.reset()
    for wrong in ([0], [[0, 0]], 0):
        with pytest.raises((ValueError, TypeError)):
            env.step(wrong)
    with pytest.raises(TypeError):
        env.step([0.5, 1])
    for row in (2, -1):
        with pytest.raises(IndexError, match=f"there is no board {row}"):
            env.game(row)


def test_arrays_are_the_same_and_read_only():
    mine = np.ones((2, encode.planes["lc0_112"], 8, 8), np.float32)
    env = VectorEnv(2, observation="lc0_112", out=mine)
    observations, infos = env.reset()
    stepped, rewards, *_, again = env.step(env.sample_actions())
    assert np.shares_memory(observations, mine) and np.shares_memory(observations, stepped)
    assert infos["action_mask"] is again["action_mask"]
    env.close()
    for array in (observations, rewards, infos["action_mask"]):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
    assert (mine[0, :12] == Positions.from_positions([env.game(0).position]).planes("lc0_112")[0, :12]).all()


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from gymnasium.vector import AutoresetMode

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = gymnasium.make("philidor/Chess-v0", opponent="random", observation="lc0_112", actions="lc0_1858", dtype="float32")
        env = gymnasium.make("philidor/Chess-v0", render_mode="ansi")
        check_env(other.unwrapped)
        check_env(env.unwrapped)
    _, info = env.reset(seed=1)
    assert env.render().split("\n")[0] == "r n b q k b n r" and env.render().split("\n")[3] == ". . . . . . . ."
    terminated = truncated = False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert observation in env.observation_space and not truncated
    assert info["reason"] == env.unwrapped.game.outcome.reason
    envs = gymnasium.make_vec("philidor/Chess-v0", num_envs=3, vectorization_mode="vector_entry_point", seed=1)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    observations, _ = envs.reset(seed=2)
    assert observations in envs.observation_space
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.action_space.shape == (3,) and envs.unwrapped.num_envs == 3
    envs.step(envs.unwrapped.sample_actions())


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_all_boards_are_what_gymnasium_makes_of_single_ones(autoreset):
    pytest.importorskip("gymnasium")
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    from philidor.env import ChessEnv

    arguments = {"opponent": "random", "starts": [QUEEN, FEW], "draws": "claimed", "max_plies": 30, "observation": "lc0_112"}
    theirs = SyncVectorEnv([lambda: ChessEnv(**arguments)] * 4, autoreset_mode=AutoresetMode[autoreset.upper()])
    ours = VectorEnv(4, autoreset=autoreset, illegal="lose", **arguments)
    for name in ("single_observation_space", "single_action_space", "observation_space", "action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]

    def same(first, second):
        (*first, first_infos), (*second, second_infos) = first, second
        assert all((one == other).all() for one, other in zip(first, second, strict=True))
        rows = second_infos["_player"]                         # those that have not been reset have none there
        assert all((first_infos[key] == second_infos[key])[rows].all() for key in ("action_mask", "player"))
        assert ("final_obs" in first_infos) == ("final_obs" in second_infos)
        if "final_obs" in first_infos:
            assert (first_infos["_final_obs"] == second_infos["_final_obs"]).all()
            pairs = zip(first_infos["final_obs"], second_infos["final_obs"], strict=True)
            assert all((one == other).all() if one is not None else other is None for one, other in pairs)
        return first_infos

    seeds, random, ends = [5, 6, 7, 8], np.random.default_rng(1), 0
    infos = same(ours.reset(seed=seeds), theirs.reset(seed=seeds))
    for _ in range(150):
        # One action in fifty is any at all, which mostly loses.
        actions = np.array([
            random.choice(np.flatnonzero(mask)) if mask.any() and random.random() < 0.98 else random.integers(4672)
            for mask in infos["action_mask"]
        ])
        *shown, infos = ours.step(actions)
        same((*shown, infos), theirs.step(actions))
        ended = shown[2] | shown[3]
        ends += ended.sum()
        if autoreset == "disabled" and ended.any():
            infos = same(*(env.reset(options={"reset_mask": ended.copy()}) for env in (ours, theirs)))
    assert ends > 20


def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from philidor.env import aec_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(), num_cycles=100)
        api_test(aec_env(observation="lc0_112", actions="lc0_1858", draws="claimed"), num_cycles=100)
        seed_test(aec_env, num_cycles=20)
    with pytest.raises(ValueError, match="no opponent"):
        aec_env(opponent="random")
    env = aec_env()
    env.reset()
    env.step(0)
    assert env.rewards == {"player_0": -1, "player_1": 0} and all(env.terminations.values())
    env = aec_env(starts="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    env.reset()
    env.step(action(Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), "Rd8"))
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())
    assert env.infos["player_0"]["reason"] == "checkmate"


def test_a_copy_made_before_the_first_reset_shows_all_of_a_board():
    env = VectorEnv(2)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        np.testing.assert_array_equal(other.reset(seed=3)[0], VectorEnv(2).reset(seed=3)[0])
        assert other.reset(seed=3)[0].any()


def test_the_mask_of_a_reset_may_be_an_array_of_the_environment():
    env = VectorEnv(2)
    env.reset(seed=1)
    *_, terminations, truncations, _ = env.step(np.array([np.flatnonzero(row)[0] for row in env.reset(seed=1)[1]["action_mask"]]))
    env.reset(options={"reset_mask": terminations})
    env.reset(options={"reset_mask": truncations})

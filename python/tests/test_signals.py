"""Ctrl-C."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import lakmus


def test_ctrl_c_ends_a_long_run():
    program = textwrap.dedent(
        """
        import lakmus, test_litmus
        test = test_litmus.large_test()
        print("begin", flush=True)
        try:
            lakmus.run(test)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            # The worker has seen the flag, or another one does this.
            print(lakmus.run(lakmus.Test(test_litmus.SB)).observation, flush=True)
        """
    )
    here = pathlib.Path(__file__).parent
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=here)
    assert process.stdout.readline() == "begin\n"
    # The run has begun when the process has used CPU time beyond what it used before it said so; a signal before that would do as well.
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert output == "interrupted\nsometimes\n" and process.returncode == 0


def test_a_forked_process_has_workers_of_its_own():
    import test_litmus

    lakmus.run(lakmus.Test(test_litmus.SB))
    child = os.fork()
    if child == 0:
        is_right = lakmus.run(lakmus.Test(test_litmus.SB)).observation == "sometimes"
        os._exit(0 if is_right else 1)
    assert os.waitpid(child, 0)[1] == 0

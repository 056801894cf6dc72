"""Processes to run cases: one for each way, because a wrong compiler may end them.

    oracle      the fiber oracle
    device      the first device of the OpenCL platform

A process answers a batch with an Answer for each case: the buffers of each launch, or why
there are none. A batch is asked for again case by case if its program does not build or ends the
process.
"""
import multiprocessing
import os
import warnings
from collections import namedtuple

# launches: for each of them the bytes of all buffers; error: None, or a message; width: of vectors.
Answer = namedtuple("Answer", "launches error width", defaults=(0,))


def oracle_process(connection):
    from oracle import Oracle, Refused  # pylint: disable=import-outside-toplevel
    oracle = Oracle()
    while True:
        cases, how = connection.recv()
        try:
            program = oracle.build(cases, how.get("flags", ()))
        except Refused as error:
            connection.send(("build", str(error)))
            continue
        for case in cases:
            launches = []
            try:
                for i, launch in enumerate(case.launches):
                    launches.append(oracle.run(program, case, launch, i % 2 == 0,
                                               how.get("order", 0), how.get("scribble", 0x5a)))
                connection.send(("done", (launches, None)))
            except Refused as error:
                connection.send(("failed", str(error)))


def device_process(connection):
    warnings.simplefilter("ignore")
    import device  # pylint: disable=import-outside-toplevel
    runner = device.Device()
    while True:
        cases, how = connection.recv()
        program, error = runner.build(cases, how.get("options", []))
        if error:
            connection.send(("build", error))
            continue
        for case in cases:
            launches, error, width = runner.run_all(program, case)
            connection.send(("failed", error) if error else ("done", (launches, None, width)))


class Worker:
    """One at a time of such a process; it is started when needed and again after its end."""

    def __init__(self, function, seconds=60):
        self.function, self.seconds, self.process, self.connection = function, seconds, None, None

    def start(self):
        self.connection, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(self.function, theirs),
                                               daemon=True)
        self.process.start()
        theirs.close()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None

    def receive(self):
        if not self.connection.poll(self.seconds):
            self.stop()
            return "ended", f"no answer within {self.seconds} seconds"
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode
            self.stop()
            return "ended", f"the process ended with {code}"

    def ask(self, cases, **how):
        """The cases' answers."""
        if not self.process:
            self.start()
        self.connection.send((cases, how))
        answers = []
        while len(answers) < len(cases):
            kind, what = self.receive()
            if kind == "done":
                answers.append(Answer(*what))
            elif kind == "failed":
                answers.append(Answer(None, what))
            elif len(cases) == 1:
                return [Answer(None, what)]
            else:
                rest = cases[len(answers):]
                return answers + [a for c in rest for a in self.ask([c], **how)]
        return answers


def serve(function, connection):
    try:
        # The output of a crashed compiler would hide the summary; core files nobody wants.
        import resource  # pylint: disable=import-outside-toplevel
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        function(connection)
    except (EOFError, KeyboardInterrupt):
        os._exit(0)

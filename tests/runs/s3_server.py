"""A server that speaks S3, on loopback, in this process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

BUCKET = "games"


@contextmanager
def s3_server() -> Iterator[str]:
    """Yield the address of a server with one empty bucket; the environment tells programs of it."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    said = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "anyone",
        "AWS_SECRET_ACCESS_KEY": "anything",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    before = {name: os.environ.get(name) for name in said}
    os.environ.update(said)
    try:
        boto3.client("s3").create_bucket(Bucket=BUCKET)
        yield said["AWS_ENDPOINT_URL"]
    finally:
        server.stop()
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value

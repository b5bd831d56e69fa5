"""A cluster of Ray with two nodes on this machine, on loopback: prints its address, and ends with its input.

The head runs no tasks. Workers find their code in the folders that are given.
"""

import os
import socket
import sys

os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}

from ray.cluster_utils import Cluster


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


if __name__ == "__main__":
    port = free_port()
    loopback = {"node_ip_address": "127.0.0.1", "include_dashboard": False}
    head = {**loopback, "num_cpus": 0, "ray_client_server_port": port}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    for _ in range(2):
        cluster.add_node(**loopback, num_cpus=1, env_vars={"PYTHONPATH": sys.argv[1]})
    print(f"ray://127.0.0.1:{port} {cluster.address}", flush=True)
    sys.stdin.read()
    cluster.shutdown()

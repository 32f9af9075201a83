"""What every backend with an agent needs: a workspace with the skill in it, and what the agent left there.

``room.agent_room`` makes the workspace, ``aftermath.aftermath`` looks at it once the agent has ended.
"""
